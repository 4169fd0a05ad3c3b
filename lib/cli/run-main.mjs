/** A problem that the person can solve: its message is all they need to read. */
export class CliError extends Error {
  /** @override */
  name = "CliError";
}

/**
 * Runs a command's body; a `CliError` prints its message alone, anything else its stack. Either ends the process with code 1.
 * @param {() => Promise<void>} body
 * @returns {Promise<void>}
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (error instanceof CliError) process.stderr.write(`\n${error.message}\n\n`);
    else
      process.stderr.write(
        `\nRetrograph could not start because of a fault of its own:\n${error instanceof Error ? error.stack : String(error)}\n\n`,
      );
    process.exit(1);
  }
}
