import { notifications } from '@mantine/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dialog, item, macros, makeServer, refusal, type Server, show } from './macros-harness.tsx'

let server: Server
beforeEach(() => {
  server = makeServer(macros)
})
afterEach(() => act(() => notifications.clean()))

type User = ReturnType<typeof show>
const list = 'GET /v1/admin/macros'
const open = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'Apply macro' }))
  await user.click(await item('Edit macros'))
  return dialog('Macros')
}
const field = (name: string) => screen.getByRole('textbox', { name })
const edit = async (user: User, title: string) => {
  const shown = await open(user)
  await user.click(await within(shown).findByRole('button', { name: title }))
  return dialog('Edit Macro')
}
const press = async (user: User, name: string) => {
  const form = screen.getByRole('dialog', { name: /(New|Edit) Macro/ })
  await user.click(within(form).getByRole('button', { name }))
}
/** Waits for a toast and returns its position. */
const toastPosition = async (text: string) => {
  const found = await screen.findByText(text)
  return found.closest('[data-position]')?.getAttribute('data-position')
}

describe('the list', () => {
  it('[MAC-14] [MAC-16] [MAC-17] has a title, columns and short dates', async () => {
    const user = show(server)
    const shown = await open(user)
    await within(shown).findByText('Greeting')
    expect(
      within(shown)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Title', 'Created'])
    expect(
      within(shown)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map((cell) => cell.textContent),
        ),
    ).toEqual([
      ['Greeting', '1/5/2024'],
      ['Shipping', '11/20/2023'],
      ['Worship', '12/31/2025'],
    ])
  })

  it('[MAC-18] shows four placeholder rows of 50 px while it loads', async () => {
    let answer = () => {}
    server.state.holds.set(
      list,
      new Promise((done) => {
        answer = done
      }),
    )
    const user = show(server)
    const shown = await open(user)
    const placeholder = shown.querySelector<HTMLElement>('tbody[aria-hidden] td')
    // --portreeve-dense is 0 unless the person wants compact tables.
    const comfortable = placeholder?.style.height.replace(' * var(--portreeve-dense)', ' * 0')
    expect(comfortable).toBe('calc(200px - 32px * 0)')
    expect(placeholder?.style.backgroundSize).toBe('100% calc(50px - 8px * var(--portreeve-dense))')
    answer()
    await within(shown).findByText('Greeting')
    expect(shown.querySelector('tbody[aria-hidden]')).toBeNull()
  })

  it("[MAC-26] [MAC-34] a failed load, also with a status other than 200, shows 'Error getting macros' and Retry", async () => {
    server.state.fails.set(list, refusal(500))
    const user = show(server)
    const shown = await open(user)
    expect(await within(shown).findByText('The macros could not be loaded.')).toBeVisible()
    expect(screen.getAllByText('Error getting macros')[0]?.closest('[data-position]')).toHaveAttribute(
      'data-position',
      'bottom-center',
    )
    expect(server.of(list).every(({ options }) => options.judgedBy === 'http200')).toBe(true)
    server.state.fails.clear()
    await user.click(within(shown).getByRole('button', { name: 'Retry' }))
    expect(await within(shown).findByText('Greeting')).toBeVisible()
  })
})

describe('a new macro', () => {
  it('[MAC-15] [MAC-22] [MAC-23] [MAC-26] [MAC-28] [API-80] is created from title and body, confirmed, and in the list', async () => {
    const user = show(server)
    await user.click(within(await open(user)).getByRole('button', { name: '+ Add macro' }))
    const form = await dialog('New Macro')
    expect(
      within(form)
        .getAllByRole('textbox')
        .map((one) => one.tagName),
    ).toEqual(['INPUT', 'TEXTAREA'])
    expect(within(form).queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.type(field('Title'), 'Made')
    await user.type(field('Body'), 'a{Enter}b')
    const before = server.of(list).length
    await press(user, 'Create')
    expect(await toastPosition('Created macro')).toBe('bottom-center')
    expect(server.of('POST /v1/admin/macros')).toEqual([
      expect.objectContaining({
        body: { title: 'Made', text: 'a\nb' },
        options: expect.objectContaining({ judgedBy: 'http200' }),
      }),
    ])
    expect(server.of(list).length).toBeGreaterThan(before)
    expect(await within(await dialog('Macros')).findByText('Made')).toBeVisible()
  })

  it('[MAC-25] may be empty', async () => {
    const user = show(server)
    await user.click(within(await open(user)).getByRole('button', { name: '+ Add macro' }))
    await dialog('New Macro')
    await press(user, 'Create')
    await toastPosition('Created macro')
    expect(server.of('POST /v1/admin/macros')[0]?.body).toEqual({ title: '', text: '' })
  })

  it('[MAC-24] cancelled or closed, its fields are empty the next time', async () => {
    const user = show(server)
    await user.click(within(await open(user)).getByRole('button', { name: '+ Add macro' }))
    for (const name of ['Cancel', 'Close']) {
      await dialog('New Macro')
      await user.type(field('Title'), 'typed')
      await user.type(field('Body'), 'typed')
      await press(user, name)
      await user.click(within(await dialog('Macros')).getByRole('button', { name: '+ Add macro' }))
      await dialog('New Macro')
      expect([field('Title'), field('Body')].map((one) => (one as HTMLInputElement).value)).toEqual(['', ''])
    }
    expect(server.of('POST /v1/admin/macros')).toEqual([])
  })

  it('[MAC-29] a failure is shown; the typed text stays', async () => {
    server.state.fails.set('POST /v1/admin/macros', refusal(201))
    const user = show(server)
    await user.click(within(await open(user)).getByRole('button', { name: '+ Add macro' }))
    await dialog('New Macro')
    await user.type(field('Title'), 'typed')
    await press(user, 'Create')
    expect(await toastPosition('Error creating macro')).toBe('bottom-center')
    expect(field('Title')).toHaveValue('typed')
  })
})

describe('a macro of the list', () => {
  it('[MAC-19] [MAC-20] [MAC-21] a click on its row opens it with its fields filled', async () => {
    const user = show(server)
    const form = await edit(user, 'Worship')
    expect(field('Title')).toHaveValue('Worship')
    expect(field('Body')).toHaveValue('Line 1\nLine 2')
    expect(field('Body').tagName).toBe('TEXTAREA')
    expect(
      within(form)
        .getAllByRole('button')
        .map((one) => one.textContent)
        .filter(Boolean),
    ).toEqual(['Cancel', 'Delete', 'Save'])
  })

  it('[MAC-23] [MAC-30] [API-81] is saved with its version, confirmed, and updated in the list', async () => {
    const user = show(server)
    await edit(user, 'Greeting')
    expect(screen.getByText('Used 2 times.')).toBeVisible()
    await user.clear(field('Title'))
    await user.type(field('Title'), 'Hello')
    await press(user, 'Save')
    expect(await toastPosition('Saved macro')).toBe('bottom-center')
    expect(server.of('PATCH /v1/admin/macros/{id}')).toEqual([
      expect.objectContaining({
        params: { id: 'm1' },
        body: { title: 'Hello', text: 'Hi {{name}}!' },
        options: expect.objectContaining({ ifMatch: 3, judgedBy: 'http200' }),
      }),
    ])
    expect(await within(await dialog('Macros')).findByRole('button', { name: 'Hello' })).toBeVisible()
  })

  it('[MAC-23] [MAC-32] [API-82] is deleted at once, confirmed, and removed from the list', async () => {
    const user = show(server)
    await edit(user, 'Shipping')
    await press(user, 'Delete')
    expect(await toastPosition('Deleted macro')).toBe('bottom-center')
    expect(server.of('DELETE /v1/admin/macros/{id}')[0]?.params).toEqual({ id: 'm2' })
    const shown = await dialog('Macros')
    await waitFor(() => expect(within(shown).queryByRole('button', { name: 'Shipping' })).toBeNull())
  })

  it('[MAC-31] [MAC-33] failures are shown, and the dialog stays open with the typed text', async () => {
    server.state.fails.set('PATCH /v1/admin/macros/{id}', refusal(500, 'Broken'))
    server.state.fails.set('DELETE /v1/admin/macros/{id}', refusal(204))
    const user = show(server)
    await edit(user, 'Shipping')
    await user.type(field('Body'), ' more')
    await press(user, 'Save')
    expect(await toastPosition('Error saving macro')).toBe('bottom-center')
    expect(await screen.findByText('Broken')).toBeVisible()
    await press(user, 'Delete')
    expect(await toastPosition('Error deleting macro')).toBe('bottom-center')
    expect(field('Body')).toHaveValue('Order {{order}}: {{tracking}} more')
  })

  it('after a change by a colleague, both texts are shown before one is overwritten', async () => {
    const user = show(server)
    await edit(user, 'Greeting')
    server.state.macros = server.state.macros.map((one) =>
      one.id === 'm1' ? { ...one, text: 'theirs', version: 4 } : one,
    )
    server.state.fails.set('PATCH /v1/admin/macros/{id}', refusal(409, 'This macro has changed.'))
    await press(user, 'Save')
    const body = await screen.findByRole('region', { name: 'Body: differences' })
    expect(within(body).getByText('theirs')).toBeVisible()
    expect(within(body).getByText('Hi {{name}}!')).toBeVisible()
    server.state.fails.clear()
    await press(user, 'Save')
    await toastPosition('Saved macro')
    expect(server.of('PATCH /v1/admin/macros/{id}').map(({ options }) => options.ifMatch)).toEqual([3, 4])
  })
})

it('[MAC-27] a toast hides after 3000 ms', async () => {
  const user = show(server)
  await edit(user, 'Shipping')
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const form = screen.getByRole('dialog', { name: 'Edit Macro' })
    act(() => within(form).getByRole('button', { name: 'Delete' }).click())
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByText('Deleted macro')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(2700))
    expect(screen.getByText('Deleted macro')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(700))
    expect(screen.queryByText('Deleted macro')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
