import { type CallFailure, detailOf } from '../../data/failure.ts'
import type { Words } from '../../ui/toast.ts'

/** The spec's words for a failure, under what the server said of it. */
export const titled = (failure: CallFailure, message: string): Words => {
  const title = detailOf(failure)
  return title ? { title, message } : message
}
