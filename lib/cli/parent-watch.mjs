/** Loaded with `--import`: ends this process when its parent is gone, so that nothing is left behind by SIGKILL. */
const CHECK_MS = 500;
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, CHECK_MS).unref();
