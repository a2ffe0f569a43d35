import { MantineProvider, Menu } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LazyMenu } from '../LazyMenu.tsx'
import { usePlaces } from './places.ts'

// Rows of 40 pixels in a list at the top of the page, 200 wide.
const height = 40
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const list = this.tagName === 'UL'
    const at = list ? 0 : [...(this.parentElement?.children ?? [])].indexOf(this)
    return new DOMRect(0, at * height, 200, (list ? this.children.length : 1) * height)
  })
})

const removed: string[] = []
let setRows: (change: (rows: string[]) => string[]) => void

/** A list whose rows leave on a click. */
function List() {
  const [rows, set] = useState(['a', 'b', 'c'])
  setRows = set
  const box = useRef<HTMLUListElement>(null)
  const places = usePlaces(rows, (row) => row, box)
  return (
    <ul ref={box}>
      {places.map(({ key, left }) =>
        left === null ? (
          <li key={key}>
            {key === 'c' && <LazyMenu label="Actions">{<Menu.Item>Act</Menu.Item>}</LazyMenu>}
            <button
              type="button"
              onClick={() => {
                removed.push(key)
                set((all) => all.filter((one) => one !== key))
              }}
            >
              {key}
            </button>
          </li>
        ) : (
          <li key={key}>{`${key} has left ${left} pixels`}</li>
        ),
      )}
    </ul>
  )
}
const shown = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const pointAt = (x: number, y: number) =>
  fireEvent(window, new MouseEvent('pointermove', { clientX: x, clientY: y, bubbles: true }))
/** Clicks the row at `y` pixels. */
const clickAt = (y: number) => {
  pointAt(50, y)
  const row = screen.getAllByRole('listitem')[Math.floor(y / height)]
  const button = row?.querySelector('button')
  if (button) fireEvent.click(button)
}

describe('while the pointer rests on a list', () => {
  beforeEach(() => {
    removed.length = 0
    render(<List />, { wrapper: MantineProvider })
  })

  it('two clicks at one position act on one row: its place keeps its height', () => {
    clickAt(50)
    clickAt(50)
    expect(removed).toEqual(['b'])
    expect(shown()).toEqual(['a', 'b has left 40 pixels', 'c'])
  })

  it('the list closes up when the pointer leaves', () => {
    clickAt(50)
    pointAt(50, 60)
    expect(shown()).toHaveLength(3)
    pointAt(500, 60)
    expect(shown()).toEqual(['a', 'c'])
  })

  it('a new row is added at the end, and moves to its position when the pointer leaves', () => {
    clickAt(10)
    act(() => setRows((rows) => ['new', ...rows]))
    expect(shown()).toEqual(['a has left 40 pixels', 'b', 'c', 'new'])
    pointAt(500, 10)
    expect(shown()).toEqual(['new', 'b', 'c'])
  })

  it('a row that returns takes its place again', () => {
    clickAt(50)
    act(() => setRows(() => ['a', 'b', 'c']))
    expect(shown()).toEqual(['a', 'b', 'c'])
  })

  it('the place of the last row stays too, and another list is shown at once', () => {
    for (const y of [10, 50, 90]) clickAt(y)
    expect(shown()).toHaveLength(3)
    act(() => setRows(() => ['x', 'y']))
    expect(shown()).toEqual(['x', 'y'])
  })
})

it('while the pointer is elsewhere a list closes up at once', () => {
  render(<List />, { wrapper: MantineProvider })
  pointAt(500, 500)
  act(() => setRows(() => ['a', 'c']))
  expect(shown()).toEqual(['a', 'c'])
})

it('while the menu of a row is open no row moves, wherever the pointer is: a click meets the item that it was meant for', () => {
  render(<List />, { wrapper: MantineProvider })
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  // On the menu, which reaches beyond the list.
  pointAt(500, 500)
  act(() => setRows(() => ['new', 'b', 'c']))
  expect(shown()).toEqual(['a has left 40 pixels', 'b', 'c', 'new'])
  pointAt(500, 510)
  expect(shown()).toHaveLength(4)
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  pointAt(500, 520)
  expect(shown()).toEqual(['new', 'b', 'c'])
})
