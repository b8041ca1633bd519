// Makes each `expect` cheap: Playwright takes a stack of fifty frames and maps each to its source,
// but drops those of its own runner afterwards. They are dropped here, before they are mapped.
const prepare = Error.prepareStackTrace;

if (prepare)
  Error.prepareStackTrace = (error, frames) =>
    prepare(
      error,
      frames.filter(
        (frame) => !/^node:|\/node_modules\/playwright\//.test(frame.getFileName() ?? ""),
      ),
    );
