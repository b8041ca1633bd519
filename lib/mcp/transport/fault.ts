// Faults of this server: the operator gets the error with an id, the caller only the id.

export interface Fault {
  readonly id: string;
  readonly where: string;
  readonly error: unknown;
}
export type ReportFault = (fault: Fault) => void;

export function reportFaultId(
  error: unknown,
  where: string,
  report: ReportFault | undefined,
): string {
  const id = crypto.randomUUID();
  try {
    report?.({ id, where, error });
  } catch {
    // An error while the fault is reported must not prevent the answer.
  }
  return id;
}
