import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { onDemand } from './on-demand.tsx'

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    return this.state.error ? <p>{this.state.error.message}</p> : this.props.children
  }
}

it('shows its fallback, then the part, and loads it once for all places', async () => {
  let loads = 0
  const Part = onDemand(
    async () => {
      loads++
      return ({ name }: { name: string }) => <p>part {name}</p>
    },
    <p>waiting</p>,
  )
  render(
    <>
      <Part name="one" />
      <Part name="two" />
    </>,
  )
  expect(screen.getAllByText('waiting')).toHaveLength(2)
  expect(await screen.findByText('part one')).toBeVisible()
  expect(screen.getByText('part two')).toBeVisible()
  // Shown again, it needs no fallback.
  render(<Part name="three" />)
  expect(screen.getByText('part three')).toBeVisible()
  expect(loads).toBe(1)
})

it('a part that cannot be loaded is an error of the page', async () => {
  const Part = onDemand(async (): Promise<() => ReactNode> => {
    throw new Error('no such file')
  })
  render(
    <Boundary>
      <Part />
    </Boundary>,
  )
  expect(await screen.findByText('no such file')).toBeVisible()
})
