// The sign before anything was read, in English. Browsers load this file alone.
export const NOT_CHECKED = "Not checked";
export const unreadHeadline = `${NOT_CHECKED}. Do not send.`;
