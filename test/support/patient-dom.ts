/** On a busy machine what a click leads to may take longer than the second that Testing Library waits by itself. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 15_000 });
}

export {};
