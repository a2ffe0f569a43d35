import type { DeskCase } from '@portreeve/contract/desk/desk'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { useDeeds } from './useDeeds.ts'

const row = (more: Partial<DeskCase>) =>
  ({
    kind: 'listing',
    id: '7',
    title: 'Lamp',
    person: null,
    assignee: null,
    absent: null,
    away: null,
    ...more,
  }) as DeskCase

/** The deeds of a caller, with the calls that they send. */
function deeds() {
  const sent: string[] = []
  const queries = createQueries()
  const call = async ({ method, path }: { method: string; path: string }, input: object) => {
    sent.push(`${method} ${path} ${JSON.stringify(input)}`)
    return { data: null, more: false, cursor: null, total: null }
  }
  const state = { is: 'signed_in', uid: 'me' }
  const session = { state: () => state, subscribe: () => () => {} }
  const { result } = renderHook(() => useDeeds(true), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <BackendProvider backend={{ call, session, environment: { links: {} } } as never}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </BackendProvider>
    ),
  })
  return { sent, of: result.current }
}

it('decides nothing about a record that the panel has not shown', async () => {
  const { sent, of } = deeds()
  for (const deed of [
    of.approve(row({})),
    of.deny(row({}), 'No'),
    of.approve(row({ kind: 'promotion' })),
    of.ignore(row({ kind: 'listing_reports' })),
    of.resolve(row({ kind: 'user_reports' })),
  ])
    expect(await deed.run()).toMatchObject({
      done: false,
      failure: { message: 'Its facts are not loaded. Look at the case first.' },
    })
  expect(sent).toEqual([])
})

it('undoing gives a case back to the absent colleague, and a claim back to the caller', async () => {
  const { sent, of } = deeds()
  await of.take(row({ absent: { uid: 'away', name: 'Ada' } })).undo()
  await of.take(row({})).undo()
  await of.snooze(row({ assignee: { uid: 'me', name: 'Me' } }), new Date()).undo()
  await of.snooze(row({}), new Date()).undo()
  expect(
    sent.map((one) => one.replace(/^POST \/v1\/admin\/desk\/\{kind\}\/\{id\}\//, '').split(' ')[0]),
  ).toEqual(['hand', 'release', 'snooze', 'take', 'snooze'])
  expect(sent[0]).toContain('"uid":"away"')
})
