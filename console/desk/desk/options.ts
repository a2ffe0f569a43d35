import { api } from '@portreeve/contract'
import { type CallFailure, failureText } from '../../data/failure.ts'

/** The calls that show a case. */
export const shownBy = [api.desk.list, api.desk.get, api.desk.counts]

/** What a refused change says: who was first. */
export const refusedWords =
  (doing: string) =>
  ({ failure }: { failure: CallFailure }) => ({
    message: `Error ${doing} the case. ${failureText(failure)}`,
    stays: 8000,
  })
