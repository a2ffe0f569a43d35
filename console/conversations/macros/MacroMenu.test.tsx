import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dialog, item, macros, makeServer, message, type Server, search, show } from './macros-harness.tsx'

let server: Server
beforeEach(() => {
  server = makeServer(macros)
})
const open = async (user: ReturnType<typeof show>) => {
  await user.click(screen.getByRole('button', { name: 'Apply macro' }))
  await item('Greeting')
}
const titles = () =>
  within(screen.getByRole('list', { name: 'Macros' }))
    .getAllByRole('button')
    .map((one) => one.textContent)
const isOpen = () => search() !== null
const closed = () => waitFor(() => expect(isOpen()).toBe(false))

describe('the macro menu', () => {
  it('[MAC-01] [MAC-35] [API-79] a click opens it with the macros by title and a search', async () => {
    const user = show(server)
    expect(isOpen()).toBe(false)
    expect(server.of('GET /v1/admin/macros')).toEqual([])
    await open(user)
    expect(titles()).toEqual(['Greeting', 'Shipping', 'Worship'])
    expect(search()).toHaveFocus()
    // ERR-04
    expect(server.of('GET /v1/admin/macros').map(({ options }) => options.judgedBy)).toEqual(['http200'])
  })

  it('[MAC-02] [MAC-03] Ctrl+M opens and closes it, wherever the focus is', async () => {
    const user = show(server)
    await user.click(message())
    await user.keyboard('{Control>}m{/Control}')
    await item('Greeting')
    await user.keyboard('{Control>}m{/Control}')
    await closed()
    expect(message()).toHaveFocus()
    expect(message()).toHaveValue('')
    await user.keyboard('m')
    expect(isOpen()).toBe(false)
  })

  it('[MAC-04] Esc closes it and returns the focus', async () => {
    const user = show(server)
    await user.click(message())
    await user.keyboard('{Control>}m{/Control}')
    await item('Greeting')
    await user.keyboard('{Escape}')
    await closed()
    expect(message()).toHaveFocus()
  })

  it('[MAC-05] a click outside closes it', async () => {
    const user = show(server)
    await open(user)
    await user.click(screen.getByText('elsewhere'))
    await closed()
  })

  it('[MAC-06] [MAC-13] Edit macros opens the dialog; a click in the dialog does not close the menu', async () => {
    const user = show(server)
    await open(user)
    await user.click(screen.getByRole('button', { name: 'Edit macros' }))
    const shown = await dialog('Macros')
    await user.click(within(shown).getByRole('columnheader', { name: 'Created' }))
    expect(isOpen()).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Macros' })).toBeNull())
    expect(isOpen()).toBe(true)
    await user.click(screen.getByText('elsewhere'))
    await closed()
  })

  it('[MAC-07] [MAC-09] [MAC-10] [MAC-11] picking puts the filled-in text into the input and sends nothing; the use is counted', async () => {
    const user = show(server, { name: 'Ana' })
    await user.type(message(), 'typed before')
    await open(user)
    await user.click(await item('Greeting'))
    await closed()
    expect(message()).toHaveValue('Hi Ana!')
    expect(message()).toHaveFocus()
    expect(message().selectionStart).toBe('Hi Ana!'.length)
    expect(
      server.calls
        .map(({ name, params }) => [name, params?.id])
        .filter(([name]) => !String(name).startsWith('GET')),
    ).toEqual([['POST /v1/admin/macros/{id}/uses', 'm1']])
  })

  it('[MAC-08] closing clears the search', async () => {
    const user = show(server)
    await open(user)
    await user.keyboard('ship')
    expect(titles()).toEqual(['Shipping', 'Worship'])
    await user.keyboard('{Escape}')
    await closed()
    await open(user)
    expect(search()).toHaveValue('')
    expect(titles()).toHaveLength(3)
  })

  it('[MAC-12] searches a part of the title in any case; Enter and the arrow keys pick', async () => {
    const user = show(server)
    await open(user)
    await user.keyboard('SHIP')
    expect(titles()).toEqual(['Shipping', 'Worship'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(message()).toHaveValue('Line 1\nLine 2')
    await open(user)
    await user.keyboard('zzz')
    expect(screen.getByText('No macro of this title.')).toBeVisible()
  })

  it('shows an empty list', async () => {
    server.state.macros = []
    const user = show(server)
    await user.click(screen.getByRole('button', { name: 'Apply macro' }))
    expect(await screen.findByText('No macros yet.')).toBeVisible()
  })
})

describe('variables that a conversation does not fill in', () => {
  it('are listed and can be selected in the message, until they are filled in', async () => {
    const user = show(server, { name: 'Ana', order: 'P-1' })
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    await open(user)
    await user.click(await item('Shipping'))
    expect(message()).toHaveValue('Order P-1: {{tracking}}')
    const note = await screen.findByText(/Not sent before this is filled in/)
    await user.click(within(note).getByRole('button', { name: '{{tracking}}' }))
    expect(message()).toHaveFocus()
    expect([message().selectionStart, message().selectionEnd]).toEqual([11, 23])
    await user.keyboard('9400')
    expect(message()).toHaveValue('Order P-1: 9400')
    expect(screen.queryByText(/Not sent/)).toBeNull()
  })
})
