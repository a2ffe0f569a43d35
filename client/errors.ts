/** A call that Portreeve refused, or that did not arrive. */
export class PortreeveError extends Error {
  /** The machine-readable reason, such as 'malformed' or 'too_many'; 'unreachable' without an answer. */
  readonly code: string
  /** The HTTP status; 0 without an answer. */
  readonly status: number

  constructor(code: string, status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PortreeveError'
    this.code = code
    this.status = status
  }

  /** Whether the same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
