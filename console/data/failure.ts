import type { Refusal } from '@portreeve/contract/base/endpoint'

/** The body of a refusal. Another server of the spec may leave fields out. */
export type RefusedBody = Partial<Omit<Refusal, 'status_code' | 'data'>> & { readonly status_code?: number }

/** A failed call: refused, or without a usable answer. It carries the response body, with which the spec rejects (ERR-03). */
export class CallFailure extends Error {
  override name = 'CallFailure'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** Null without an answer, and for one that is not the API's JSON. */
  readonly body: RefusedBody | null

  constructor(status: number, body: RefusedBody | null, options?: ErrorOptions) {
    const title = body?.error_title ?? body?.error_message
    super(
      title ?? (status === 0 ? 'The server could not be reached' : `The server answered ${status}`),
      options,
    )
    this.status = status
    this.body = body
  }

  /** No answer arrived: the server may or may not have carried out the call. */
  get noAnswer(): boolean {
    return this.status === 0
  }

  /** Refused because the session has ended or the person is shut out; the sign-in page is already shown. */
  get signedOut(): boolean {
    return (this.status === 401 && this.body?.code !== 'bad_api_key') || this.shutOut || this.factorNeeded
  }

  /** Refused until this person has set up a second factor; the page that does so is already shown. */
  get factorNeeded(): boolean {
    return this.body?.code === 'second_factor_needed'
  }

  /** Refused because this person is not a staff member, or no longer one. */
  get shutOut(): boolean {
    return this.status === 403 && this.body?.code === 'not_staff'
  }

  /** Refused until the password is typed again; the server changed nothing. */
  get passwordNeeded(): boolean {
    return this.body?.code === 'password_needed'
  }

  /** The change is stored as a request that waits for a second person. */
  get isRequest(): boolean {
    return this.body?.code === 'second_person'
  }

  /** The record has changed since it was loaded, or a rule of its state forbids the change. */
  get conflict(): boolean {
    return this.status === 409 && !this.isRequest
  }
}

/** Another server of the spec does not have this call. */
export const isUnknownCall = ({ status }: CallFailure) => [404, 405, 501].includes(status)

/** ERR-06: the server's error_title, else the fallback. */
export const messageOf = (failure: CallFailure, fallback: string) => failure.body?.error_title || fallback

/**
 * The server's message, for a line beside a field or in a dialog. Null when it sent none, and when the session has ended: the
 * sign-in page shows that message, and the person only has to press the button again.
 */
export const detailOf = (failure: CallFailure | null): string | null =>
  (!failure?.signedOut && (failure?.body?.error_message || failure?.body?.error_title)) || null

/** The {error} of the spec's texts: the server's message, or the kind of failure where it sent none. */
export const failureText = (failure: CallFailure): string => detailOf(failure) ?? failure.message
