// A fault of ours is told to the operator with an id, and to the caller as that id alone.

export interface Fault {
  readonly id: string;
  /** The tool or the transport step that failed. */
  readonly where: string;
  readonly error: unknown;
}
export type ReportFault = (fault: Fault) => void;

/** Reports the fault and returns its correlation id. A reporter that throws is not allowed to make it worse. */
export function reportFaultId(error: unknown, where: string, report: ReportFault | undefined): string {
  const id = crypto.randomUUID();
  try {
    report?.({ id, where, error });
  } catch {
    // The caller still gets an answer; there is nowhere left to report to.
  }
  return id;
}
