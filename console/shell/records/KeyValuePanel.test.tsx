import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { KeyValuePanel, type PanelField } from './KeyValuePanel.tsx'

/** Renders the panel in a router, which its links need. */
async function show(props: Partial<Parameters<typeof KeyValuePanel>[0]>) {
  const root = createRootRoute({
    staticData: { tab: null },
    component: () => <KeyValuePanel label="Record" fields={[]} {...props} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findByText(props.fields?.length ? (props.fields[0]?.name ?? '') : 'No items.')
}
const plain: PanelField = { name: 'price', value: '$19.99' }

it('[DLG-15] [DLG-16] shows a key and its value, and no input unless it is editable', async () => {
  await show({ fields: [plain] })
  expect(screen.getByText('price').tagName).toBe('DT')
  expect(screen.getByText('$19.99').tagName).toBe('DD')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('form')).toBeNull()
})

it('[DLG-16] edits a value in an input or a select, labelled by the key', async () => {
  const [title, status] = [vi.fn(), vi.fn()]
  const options = [
    { value: '1', label: 'Complete' },
    { value: '2', label: 'Pending' },
  ]
  await show({
    fields: [
      { name: 'product_title', value: 'x', edit: { text: 'Bike', onChange: title } },
      { name: 'status', value: 'x', edit: { text: '1', onChange: status, options } },
    ],
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'product_title' }), '!')
  expect(title).toHaveBeenCalledWith('Bike!')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'status' }), 'Pending')
  expect(status).toHaveBeenCalledWith('2')
})

it('shows why a value is read-only, and its note', async () => {
  const onChange = vi.fn()
  await show({
    fields: [
      { name: 'title', value: '', edit: { text: 'a', onChange, whyNot: 'Your role may not.' } },
      { name: 'url', value: '', edit: { text: 'b', onChange, note: 'It is now c.' } },
    ],
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'title' }), 'z')
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'title' })).toHaveAccessibleDescription('Your role may not.')
  expect(screen.getByRole('textbox', { name: 'url' })).toHaveAccessibleDescription('It is now c.')
})

it('[DLG-17] [DLG-18] internal and external links open a new tab', async () => {
  await show({
    fields: [
      { name: 'seller_uid', value: 'abc', inside: { to: '/user-detail/$uid', params: { uid: 'abc' } } },
      { name: 'product_id', value: 'bike', outside: 'https://example.com/bike' },
      {
        name: 'tracking_url',
        value: '',
        outside: 'https://example.com/t',
        edit: { text: 'https://example.com/t', onChange: vi.fn() },
      },
    ],
  })
  const inside = screen.getByRole('link', { name: 'abc' })
  expect(inside).toHaveAttribute('href', '/user-detail/abc')
  expect(inside).toHaveAttribute('target', '_blank')
  const outside = screen.getByRole('link', { name: 'bike' })
  expect(outside).toHaveAttribute('href', 'https://example.com/bike')
  expect(outside).toHaveAttribute('rel', expect.stringContaining('noopener'))
  expect(screen.getByRole('link', { name: /tracking_url/ })).toHaveAttribute('href', 'https://example.com/t')
})

it('[DLG-19] [DLG-20] has an add row with `onAdd`: Enter submits, and the row is emptied after a successful addition', async () => {
  const onAdd = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  await show({ fields: [plain], onAdd })
  const [key, value] = [
    screen.getByRole('textbox', { name: 'Key' }),
    screen.getByRole('textbox', { name: 'Value' }),
  ]
  await userEvent.type(key, 'rude')
  await userEvent.type(value, 'Please be kind.{Enter}')
  expect(onAdd).toHaveBeenLastCalledWith('rude', 'Please be kind.')
  expect(key).toHaveValue('rude')
  await userEvent.type(key, '{Enter}')
  expect(onAdd).toHaveBeenCalledTimes(2)
  expect(key).toHaveValue('')
  expect(value).toHaveValue('')
})

it("[DLG-21] without fields it shows 'No items.'", async () => {
  await show({ fields: [] })
  expect(screen.getByText('No items.')).toBeVisible()
})
