// Thrown where a check has nothing to look at: another row says that it is missing.
export class Missing extends Error {}
