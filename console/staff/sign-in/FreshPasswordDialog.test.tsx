import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createFreshPassword } from '../../data/fresh-password.ts'
import { SignInRefused } from '../../data/identity.ts'
import { FreshPasswordDialog } from './FreshPasswordDialog.tsx'

function show(confirmPassword: (password: string) => Promise<void>) {
  const question = createFreshPassword()
  const answer = question.ask()
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ ownSignIn: { confirmPassword } } as never}>
        <FreshPasswordDialog question={question} />
      </BackendProvider>
    </MantineProvider>,
  )
  return answer
}

it('requires the password, shows when it is wrong, and resolves the waiting call when it is right', async () => {
  const confirm = vi.fn(async (password: string) => {
    if (password !== 'right') throw new SignInRefused('Invalid password')
  })
  const answer = show(confirm)
  const field = await screen.findByLabelText(/^Your password/)
  expect(screen.getByRole('dialog', { name: 'Type your password' })).toHaveTextContent(
    'typed within the last 10 minutes',
  )
  await userEvent.type(field, 'wrong{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid password')
  await userEvent.clear(field)
  await userEvent.type(field, 'right')
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  await expect(answer).resolves.toBe(true)
})

it('Cancel closes the dialog without a call', async () => {
  const confirm = vi.fn()
  const answer = show(confirm)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect(answer).resolves.toBe(false)
  expect(confirm).not.toHaveBeenCalled()
})

it('shows that the sign-in service is unreachable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  void show(async () => {
    throw new Error('offline')
  })
  await userEvent.type(await screen.findByLabelText(/^Your password/), 'x{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in service could not be reached')
})
