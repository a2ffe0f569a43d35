import { type Refusal, type RefusalCode, refusalStatus } from '@portreeve/contract/base/endpoint'

/** A refusal as an error. Thrown inside a call's transaction, it rolls the whole call back. */
export class RefusalError extends Error {
  readonly code: RefusalCode
  readonly title: string
  constructor(code: RefusalCode, title: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.title = title
  }
  get status(): number {
    return refusalStatus[this.code]
  }
  get body(): Refusal {
    return {
      status_code: 0,
      code: this.code,
      error_title: this.title,
      error_message: this.message,
      data: null,
    }
  }
}

/** Returned by a handler to refuse a call but commit its writes and its audit row. */
export class KeptRefusal {
  readonly code: RefusalCode
  readonly title: string
  readonly message: string
  constructor(code: RefusalCode, title: string, message: string) {
    this.code = code
    this.title = title
    this.message = message
  }
  /** The same refusal as one that was thrown. Throws any other error again. */
  static of(error: unknown): KeptRefusal {
    if (!(error instanceof RefusalError)) throw error
    return new KeptRefusal(error.code, error.title, error.message)
  }
}

/** Ends the call: rolls it back and answers with this title and message. */
export function refuse(code: RefusalCode, title: string, message = title): never {
  throw new RefusalError(code, title, message)
}
