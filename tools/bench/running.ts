// A server under measurement.
export interface Running {
  readonly origin: string;
  /** The leader of its processes; null where the system named none. */
  readonly pid: number | null;
  stop(): Promise<void>;
}
