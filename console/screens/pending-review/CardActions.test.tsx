import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CardActions } from './CardActions.tsx'

vi.mock('../../data/rights.ts', () => ({ useWhyNot: () => null }))

const decided: string[] = []
const show = (key: string) => (
  <MantineProvider env="test">
    <CardActions key={key} row={{ over: null }} lookers={undefined} onDecide={() => decided.push(key)} />
  </MantineProvider>
)
const approve = () => fireEvent.click(screen.getByRole('button', { name: 'Approve' }))

beforeEach(() => {
  decided.length = 0
  // jsdom has no layout: every element is at 0, 0, so the pointer rests on each new one.
  fireEvent(window, new MouseEvent('pointermove', { clientX: 0, clientY: 0 }))
})

it('two clicks 150 ms apart decide one case: the second meets the next case', () => {
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
