import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { CardActions } from './CardActions.tsx'

const decided: string[] = []
// The role is not loaded yet: nothing is refused for its sake.
const backend = { call: () => new Promise(() => {}) } as never
const queries = createQueries()
const show = (key: string) => (
  <MantineProvider env="test">
    <BackendProvider backend={backend}>
      <QueryClientProvider client={queries}>
        <CardActions
          key={key}
          row={{ outcome: null }}
          lookers={undefined}
          onDecide={() => decided.push(key)}
        />
      </QueryClientProvider>
    </BackendProvider>
  </MantineProvider>
)
const approve = () => fireEvent.click(screen.getByRole('button', { name: 'Approve' }))

beforeEach(() => {
  decided.length = 0
  // jsdom has no layout: every element is at 0, 0, so the pointer rests on each new one.
  fireEvent(window, new MouseEvent('pointermove', { clientX: 0, clientY: 0 }))
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('two clicks 150 ms apart decide one case: the second click hits the next case and is ignored', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { rerender } = render(show('first'))
  clock.mockReturnValue(3000)
  approve()
  rerender(show('second'))
  clock.mockReturnValue(3150)
  approve()
  expect(decided).toEqual(['first'])
  clock.mockReturnValue(4000)
  approve()
  expect(decided).toEqual(['first', 'second'])
})
