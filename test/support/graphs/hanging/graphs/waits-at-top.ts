await new Promise(() => setInterval(() => undefined, 1000));

export const graph = null;
