import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useEscape } from './browser/escape.ts'
import { ConfirmModal, type ConfirmModalProps } from './ConfirmModal.tsx'

const show = (props: Partial<ConfirmModalProps> = {}) => {
  const handlers = { onClose: vi.fn(), onConfirm: vi.fn() }
  render(
    <MantineProvider env="test">
      <ConfirmModal opened title="Cancel order" subtitle="Are you sure?" {...handlers} {...props} />
    </MantineProvider>,
  )
  return handlers
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('[DLG-01] has a title, a subtitle, Cancel and Confirm', () => {
  show()
  expect(screen.getByRole('dialog', { name: 'Cancel order' })).toBeVisible()
  expect(screen.getByText('Are you sure?')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeVisible()
})

it('[DLG-02] can have a checkbox, and passes on whether it is checked', async () => {
  const { onConfirm } = show({ checkbox: { label: 'Charge seller' } })
  await press('Confirm')
  expect(onConfirm).toHaveBeenLastCalledWith({ checked: false, choice: '' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Charge seller' }))
  await press('Confirm')
  expect(onConfirm).toHaveBeenLastCalledWith({ checked: true, choice: '' })
})

it('[DLG-03] can have a dropdown, and passes on the chosen value', async () => {
  const options = [
    { value: '1', label: 'Not received' },
    { value: '2', label: 'Not as described' },
  ]
  const { onConfirm } = show({ dropdown: { label: 'Type', options } })
  await press('Confirm')
  expect(onConfirm).toHaveBeenLastCalledWith({ checked: false, choice: '1' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Not as described')
  await press('Confirm')
  expect(onConfirm).toHaveBeenLastCalledWith({ checked: false, choice: '2' })
})

it('[DLG-02] [DLG-03] [DLG-04] has neither checkbox nor dropdown nor extra button by default', () => {
  show()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['', 'Cancel', 'Confirm'])
})

it("[DLG-04] [DLG-05] the default texts are 'Cancel', 'Confirm' and 'Super Confirm'", () => {
  show({ onExtra: vi.fn() })
  expect(
    screen
      .getAllByRole('button')
      .map((button) => button.textContent)
      .slice(1),
  ).toEqual(['Cancel', 'Super Confirm', 'Confirm'])
})

it('[DLG-05] other texts replace the default ones', () => {
  show({ onExtra: vi.fn(), cancelText: 'No', confirmText: 'Yes', extraText: 'Both' })
  for (const name of ['No', 'Yes', 'Both']) expect(screen.getByRole('button', { name })).toBeVisible()
})

it('[DLG-22] Cancel only closes', async () => {
  const onExtra = vi.fn()
  const { onClose, onConfirm } = show({ onExtra })
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onExtra).not.toHaveBeenCalled()
})

it('[DLG-22] Confirm runs the action, the extra button the other one', async () => {
  const onExtra = vi.fn()
  const { onClose, onConfirm } = show({ onExtra, checkbox: { label: 'c', checked: true } })
  await press('Confirm')
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onExtra).not.toHaveBeenCalled()
  await press('Super Confirm')
  expect(onExtra).toHaveBeenCalledWith({ checked: true, choice: '' })
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

it('while the action runs every button is disabled, and Escape does nothing', async () => {
  const { onClose, onConfirm } = show({ busy: true })
  for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(onConfirm).not.toHaveBeenCalled()
})

it('Escape closes the modal, and does not reach the page beneath (D-037)', async () => {
  const leave = vi.fn()
  const onClose = vi.fn()
  function Page({ opened }: { opened: boolean }) {
    useEscape(leave, true, 'page')
    return (
      <MantineProvider env="test">
        <ConfirmModal opened={opened} title="t" onClose={onClose} onConfirm={vi.fn()} />
      </MantineProvider>
    )
  }
  const { rerender } = render(<Page opened />)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(leave).not.toHaveBeenCalled()
  rerender(<Page opened={false} />)
  await userEvent.keyboard('{Escape}')
  expect(leave).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

it('shows why the last attempt failed', () => {
  show({ problem: 'A refund is pending' })
  expect(screen.getByRole('alert')).toHaveTextContent('A refund is pending')
})

it('the first Escape over typed text shows a warning, the second one closes; Cancel closes at once', async () => {
  const { onClose } = show({ children: <input aria-label="Reason" defaultValue="" /> })
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Sold a house')
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('alert')).toHaveTextContent('What you have typed here is lost when you close this.')
  // Typing removes the warning.
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), '!')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  await press('Cancel')
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('an emptied field causes no warning', async () => {
  const { onClose } = show({ children: <input aria-label="Reason" defaultValue="" /> })
  const field = screen.getByRole('textbox', { name: 'Reason' })
  await userEvent.type(field, 'Sold')
  await userEvent.clear(field)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})
