import { type Refusal, type RefusalCode, refusalStatus } from '@portreeve/contract/endpoint'

/** A refusal on its way to the caller. Thrown inside a call's transaction, it undoes the whole call. */
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

/** Returned by a handler whose call is refused although what it wrote is kept, its audit row too. */
export class KeptRefusal {
  readonly code: RefusalCode
  readonly title: string
  readonly message: string
  constructor(code: RefusalCode, title: string, message: string) {
    this.code = code
    this.title = title
    this.message = message
  }
}

/** Ends the call: nothing it did is kept, and the caller reads these words. */
export function refuse(code: RefusalCode, title: string, message = title): never {
  throw new RefusalError(code, title, message)
}
