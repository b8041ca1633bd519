// A server under measurement.
export interface Running {
  readonly origin: string;
  /** The process of the server and parent of its others. Null if the system did not tell. */
  readonly pid: number | null;
  stop(): Promise<void>;
}
