// The English headline before anything was read. Browsers load this file, so it imports nothing.
export const NOT_CHECKED = "Not checked";
export const unreadHeadline = `${NOT_CHECKED}. Do not send.`;
