import { refusalParameter } from '@portreeve/contract/staff/provider-sign-in'
import type { Environment } from './environment.ts'

/** The page of a tab that was opened to sign in. */
export const signedInPath = '/signed-in'

/** Where the sign-in with a company's provider starts, and in which tab it ends. @param fresh the person proves again who they are */
export function startAt(
  { api }: Environment,
  provider: string,
  ends: 'this tab' | 'other tab',
  fresh = false,
) {
  const to = new URL(ends === 'this tab' ? location.href : signedInPath, location.href)
  to.searchParams.delete(refusalParameter)
  const query = new URLSearchParams({ to: to.href, ...(fresh && { fresh: '1' }) })
  return `${api}/identity/provider/${encodeURIComponent(provider)}/start?${query}`
}
