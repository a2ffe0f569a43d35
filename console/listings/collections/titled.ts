import { type CallFailure, detailOf } from '../../data/failure.ts'
import type { Words } from '../../ui/toast.ts'

/** A toast for a failure: the server's message as the title, the spec's text below. */
export const titled = (failure: CallFailure, message: string): Words => {
  const title = detailOf(failure)
  return title ? { title, message } : message
}
