export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
