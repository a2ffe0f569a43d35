import { usualSettings } from '@portreeve/contract/staff/personal-settings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { rememberedSettings, useAppliedSettings } from './personal-settings.ts'
import { createQueries } from './queries.ts'

it('remembers only what the server said: the next start does not go to the usual page', async () => {
  const own = { ...usualSettings, start_page: '/dashboard/txns/overview' as const }
  let answer = (_: object) => {}
  const call = () =>
    new Promise((done) => {
      answer = (data) => done({ data, more: false, cursor: null, total: null })
    })
  const signedIn = { is: 'signed_in', uid: 'me' }
  const session = { subscribe: () => () => {}, state: () => signedIn }
  const live = { subscribe: () => () => {}, state: () => 'live', onState: () => () => {} }
  const Page = () => {
    useAppliedSettings()
    return null
  }
  render(
    <BackendProvider backend={{ call, session, live, environment: {} } as never}>
      <QueryClientProvider client={createQueries()}>
        <Page />
      </QueryClientProvider>
    </BackendProvider>,
  )
  expect(rememberedSettings('me')).toBeNull()
  await act(async () => answer(own))
  await waitFor(() => expect(rememberedSettings('me')).toEqual(own))
})
