/** Ends its process while it is imported. */
process.exit(3);
