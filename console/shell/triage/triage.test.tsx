import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { showPart } from '../lists/desk-harness.tsx'
import { PeekArea } from '../peek/PeekArea.tsx'
import { PeekLink } from '../peek/PeekLink.tsx'
import { PeekBody, PeekHead } from '../peek/PeekParts.tsx'
import { TriageFoot } from './TriageFoot.tsx'
import { useTriage } from './useTriage.ts'

const all = ['thing:1', 'thing:2', 'thing:3', 'thing:4', 'thing:5']
const prepared: string[] = []
let stays = false
let refused: CallFailure | null = null
const done = { done: true, data: null } as const

/** A list whose rows leave when the server has done it, as a list that is fetched again. */
function Things() {
  const [rows, setRows] = useState(all)
  const triage = useTriage()
  const decide = (row: string) =>
    triage.act({
      row,
      stays,
      did: 'Denied',
      name: row,
      run: async () => {
        await null
        if (refused) return { done: false, failure: refused }
        setRows((known) => known.filter((one) => one !== row))
        return done
      },
      undo: async () => {
        setRows((known) => all.filter((one) => one === row || known.includes(one)))
        return done
      },
    })
  return (
    <PeekArea
      content={(text) => (
        <PeekBody>
          <PeekHead picture={null} title={`About ${text}`} />
        </PeekBody>
      )}
      prepare={(text) => prepared.push(text)}
    >
      <ul>
        {rows
          .filter((row) => !triage.hidden.has(row))
          .map((row) => (
            <li key={row}>
              <PeekLink to={'/thing' as '/'} peek={row} className="">
                {row}
              </PeekLink>
              <button type="button" onClick={() => decide(row)}>
                Deny {row}
              </button>
            </li>
          ))}
      </ul>
      <TriageFoot triage={triage} />
    </PeekArea>
  )
}

const link = (row: string) => screen.getByRole('link', { name: row })
const panel = (row: string) => screen.findByRole('complementary', { name: `About ${row}` })
const foot = () => screen.getByRole('region', { name: 'Just done' })
const shownRows = () => screen.getAllByRole('link').map((one) => one.textContent)
const deny = (row: string) => fireEvent.click(screen.getByRole('button', { name: `Deny ${row}` }))

async function show(at = '/') {
  const shown = showPart(<Things />, [], 'finance', at)
  await screen.findByRole('link', { name: 'thing:1' })
  return shown
}

beforeEach(() => {
  prepared.length = 0
  refused = null
  stays = false
})
afterEach(() => void vi.useRealTimers())

it('Space shows the record of the focused row, the focus changes it, and Space or Escape gives the focus back', async () => {
  const { user } = await show()
  act(() => link('thing:2').focus())
  // The keys arrive with their code.
  await waitFor(async () => {
    await user.keyboard(' ')
    expect(screen.getByRole('complementary', { name: 'About thing:2' })).toBeVisible()
  })
  expect(link('thing:2')).toHaveFocus()
  expect(link('thing:2')).toHaveAttribute('aria-current', 'true')
  act(() => link('thing:3').focus())
  expect(await panel('thing:3')).toBeVisible()
  expect(link('thing:3')).toHaveFocus()
  await user.keyboard(' ')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(link('thing:3')).toHaveFocus()
  await user.keyboard(' ')
  await panel('thing:3')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

it('the address names the record; F6 goes into the panel and back', async () => {
  const { user } = await show('/?peek=thing:4')
  const shown = await panel('thing:4')
  await user.keyboard('{F6}')
  expect(shown).toHaveFocus()
  await user.keyboard('{F6}')
  expect(link('thing:4')).toHaveFocus()
  await user.click(within(shown).getByRole('button', { name: 'Previous row' }))
  await panel('thing:3')
  await user.click(within(shown).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(link('thing:3')).toHaveFocus()
})

it('the records around a row are loaded after the focus has rested on it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show('/?peek=thing:2')
  await panel('thing:2')
  act(() => link('thing:1').focus())
  act(() => link('thing:2').focus())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(prepared).toEqual(['thing:2', 'thing:3', 'thing:4', 'thing:1'])
})

it('a decision hides its row and moves the focus on; U brings the row back with the focus', async () => {
  const { user } = await show()
  act(() => link('thing:2').focus())
  deny('thing:2')
  expect(link('thing:3')).toHaveFocus()
  await waitFor(() => expect(shownRows()).toEqual(['thing:1', 'thing:3', 'thing:4', 'thing:5']))
  expect(foot()).toHaveTextContent('Denied: thing:2')
  deny('thing:5')
  expect(link('thing:4')).toHaveFocus()
  await user.keyboard('u')
  await waitFor(() => expect(link('thing:5')).toHaveFocus())
  expect(foot()).not.toHaveTextContent('thing:5')
  await user.click(within(foot()).getByRole('button', { name: 'Undo: Denied: thing:2' }))
  await waitFor(() => expect(link('thing:2')).toHaveFocus())
  expect(shownRows()).toEqual(all)
})

it('a second press on a row in flight does nothing', async () => {
  stays = true
  await show()
  deny('thing:1')
  deny('thing:1')
  await waitFor(() => expect(shownRows()).not.toContain('thing:1'))
  expect(within(foot()).getAllByRole('listitem')).toHaveLength(1)
})

it('a refusal brings the row back, and its chip has the server’s sentence and Retry', async () => {
  const { user } = await show()
  refused = new CallFailure(409, { error_title: 'Changed', error_message: 'A colleague was first.' })
  deny('thing:1')
  const alert = await within(foot()).findByRole('alert')
  expect(alert).toHaveTextContent('A colleague was first.')
  await waitFor(() => expect(shownRows()).toEqual(all))
  refused = null
  await user.click(within(alert).getByRole('button', { name: 'Retry: Denied: thing:1' }))
  await waitFor(() => expect(shownRows()).not.toContain('thing:1'))
  expect(within(foot()).queryByRole('alert')).toBeNull()
})

it('three chips are beside one another, older ones in a menu; each leaves when it can no longer be undone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show()
  for (const row of all.slice(0, 4)) deny(row)
  await waitFor(() => expect(shownRows()).toEqual(['thing:5']))
  const chips = within(foot()).getAllByRole('listitem')
  expect(chips.map((chip) => chip.textContent)).toEqual(
    ['4', '3', '2'].map((n, at) => `Denied: thing:${n}Undo${at === 0 ? 'U' : ''}`),
  )
  expect(within(foot()).getByRole('button', { name: '1 more' })).toBeVisible()
  fireEvent.keyDown(document.body, { key: 'U', shiftKey: true })
  expect(await screen.findByRole('menuitem', { name: 'Undo: Denied: thing:1' })).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(10_500))
  expect(foot()).not.toHaveTextContent('Denied')
})
