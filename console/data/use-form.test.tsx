import { api } from '@portreeve/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { CallFailure } from './failure.ts'
import { createQueries } from './queries.ts'
import { useTyped } from './typed.ts'
import { useForm } from './use-form.ts'

const input = { params: { id: 'a' }, body: { words: 'Broken' } }

function show() {
  const calls: { succeed: () => void; fail: (failure: CallFailure) => void }[] = []
  const call = () =>
    new Promise((resolve, fail) => {
      calls.push({ succeed: () => resolve({ data: {}, more: false, cursor: null, total: null }), fail })
    })
  const queries = createQueries()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider backend={{ call } as never}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </BackendProvider>
  )
  const { result } = renderHook(
    () => {
      const typed = useTyped(() => 'Old')
      return { typed, form: useForm(api.moneySettings.saveReason, typed, {}) }
    },
    { wrapper },
  )
  const now = () => result.current
  const type = (text: string) => act(async () => now().typed.change('words', text))
  const save = () => act(async () => now().form.save(input))
  return { calls, now, type, save }
}

it('saved text is no longer typed; text that was typed during the call is', async () => {
  const { calls, now, type, save } = show()
  await type('Broken')
  await save()
  await act(async () => calls[0]?.succeed())
  await waitFor(() => expect(now().typed.dirty).toBe(false))
  await type('Broken')
  await save()
  await type('Broken on arrival')
  await act(async () => calls[1]?.succeed())
  await waitFor(() => expect(now().form.busy).toBe(false))
  expect(now().typed.text('words')).toBe('Broken on arrival')
})

it('text that was not saved stays, and a second press during the call does nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { calls, now, type, save } = show()
  await type('Broken')
  await save()
  await save()
  expect(calls).toHaveLength(1)
  await act(async () => calls[0]?.fail(new CallFailure(500, null)))
  await waitFor(() => expect(now().form.failure).not.toBeNull())
  expect(now().typed.text('words')).toBe('Broken')
})
