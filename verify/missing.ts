// Thrown if a check has nothing to check. Another row reports what is missing.
export class Missing extends Error {}
