// Flags of Node for the process that serves. What the answers under way need lives for some tens of milliseconds. With V8's own 16 MB
// for new objects, most of it would be moved among those that stay, and each collection of these holds up all who are waiting.
export const serverFlags = ["--max-semi-space-size=32"];
