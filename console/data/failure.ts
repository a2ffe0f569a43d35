import type { Refusal } from '@portreeve/contract/endpoint'

/** A refused call's body. Another server of the spec may send less than ours. */
export type RefusedBody = Partial<Omit<Refusal, 'status_code' | 'data'>> & { readonly status_code?: number }

/**
 * A call that did not succeed: refused, judged a failure, or never answered. Carries the response body, as the spec
 * rejects with it (ERR-03).
 */
export class CallFailure extends Error {
  override name = 'CallFailure'
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** Null when no answer came, or one that is not the API's JSON. */
  readonly body: RefusedBody | null

  constructor(status: number, body: RefusedBody | null, options?: ErrorOptions) {
    const said = body?.error_title ?? body?.error_message
    super(
      said ?? (status === 0 ? 'The server could not be reached' : `The server answered ${status}`),
      options,
    )
    this.status = status
    this.body = body
  }

  /** No answer came: nobody knows whether the call was carried out. */
  get noAnswer(): boolean {
    return this.status === 0
  }

  /** Refused because the session has ended, or the person is shut out; the sign-in page is already up. */
  get signedOut(): boolean {
    return (this.status === 401 && this.body?.code !== 'bad_api_key') || this.shutOut
  }

  /** Refused because this person does not work here, or not any more. */
  get shutOut(): boolean {
    return this.status === 403 && this.body?.code === 'not_staff'
  }

  /** Refused until the person types their password again; nothing was done. */
  get passwordNeeded(): boolean {
    return this.body?.code === 'password_needed'
  }

  /** Written down, and waiting for a second person. */
  get asked(): boolean {
    return this.body?.code === 'second_person'
  }

  /** The record is not as it was, or a rule of its state forbids the change. */
  get conflict(): boolean {
    return this.status === 409 && !this.asked
  }
}

/** ERR-06: the server's error_title, else the fallback. */
export const messageOf = (failure: CallFailure, fallback: string) => failure.body?.error_title || fallback

/**
 * The server's whole sentence for a line beside a field or in a dialog; null when it said nothing, and where the sign-in page
 * says it: whoever is back has only to press again.
 */
export const detailOf = (failure: CallFailure | null): string | null =>
  (!failure?.signedOut && (failure?.body?.error_message || failure?.body?.error_title)) || null

/** The {error} of the spec's texts: what the server said, or what happened where it said nothing. */
export const saidBy = (failure: CallFailure): string => detailOf(failure) ?? failure.message
