import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TwoFieldModal } from './TwoFieldModal.tsx'

const show = (positiveText?: string) => {
  const handlers = { onClose: vi.fn(), onSubmit: vi.fn() }
  render(
    <MantineProvider env="test">
      <TwoFieldModal
        opened
        title="Add"
        first={{ label: 'Number' }}
        second={{ label: 'Carrier', hint: 'Now: USPS' }}
        busy={false}
        problem={null}
        {...(positiveText && { positiveText })}
        {...handlers}
      />
    </MantineProvider>,
  )
  return handlers
}

it("[DLG-07] [DLG-08] two required fields, 'Cancel', and 'Save' by default", async () => {
  const { onClose, onSubmit } = show()
  expect(screen.getByRole('textbox', { name: /Number/ })).toBeRequired()
  expect(screen.getByRole('textbox', { name: /Carrier/ })).toBeRequired()
  expect(screen.getByRole('textbox', { name: /Carrier/ })).toHaveAccessibleDescription('Now: USPS')
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('[DLG-08] the positive button can have another text', () => {
  show('Send')
  expect(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

it('[DLG-09] submits any text as typed, once both fields have one', async () => {
  const { onSubmit } = show()
  await userEvent.type(screen.getByRole('textbox', { name: /Number/ }), ' ü')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.type(screen.getByRole('textbox', { name: /Carrier/ }), '🚚{Enter}')
  expect(onSubmit).toHaveBeenCalledWith(' ü', '🚚')
})
