// Makes each `expect` faster. Playwright maps 50 stack frames to sources, and then drops the frames
// of its own runner. This file drops these frames before the mapping.
const prepare = Error.prepareStackTrace;

if (prepare)
  Error.prepareStackTrace = (error, frames) =>
    prepare(
      error,
      frames.filter(
        (frame) => !/^node:|\/node_modules\/playwright\//.test(frame.getFileName() ?? ""),
      ),
    );
