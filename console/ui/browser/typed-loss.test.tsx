import { MantineProvider } from '@mantine/core'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmModal } from '../ConfirmModal.tsx'

let ends = () => {}
afterEach(() => ends())

/** A page with a dialog that asks for a reason, opened from another page. */
async function show() {
  const staticData = { tab: null }
  window.history.pushState(null, '', '/')
  const history = createBrowserHistory()
  const root = createRootRoute({ staticData })
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, staticData, component })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/', () => <p>The page before</p>),
      page('/dialog', () => (
        <ConfirmModal
          opened
          title="Block"
          onClose={vi.fn()}
          onConfirm={() => void router.navigate({ to: '/' })}
        >
          <textarea aria-label="Reason" />
        </ConfirmModal>
      )),
    ]),
    history,
  })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await act(() => router.navigate({ to: '/dialog' } as never))
  await screen.findByLabelText('Reason')
  ends = () => history.destroy()
  return router
}
const back = (router: Awaited<ReturnType<typeof show>>) => act(async () => router.history.back())
const reload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('Back asks once before it loses the typed text of a dialog', async () => {
  const router = await show()
  await userEvent.type(screen.getByLabelText('Reason'), 'Sells phones that do not exist')
  await back(router)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^What you have typed here is lost/)
  expect(screen.getByLabelText('Reason')).toHaveValue('Sells phones that do not exist')
  await back(router)
  expect(await screen.findByText('The page before')).toBeVisible()
})

it('Back leaves a dialog without text at once', async () => {
  const router = await show()
  await back(router)
  expect(await screen.findByText('The page before')).toBeVisible()
})

it('the page to which the confirmed dialog leads is opened at once', async () => {
  await show()
  await userEvent.type(screen.getByLabelText('Reason'), 'Done')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('The page before')).toBeVisible()
})

it('a reload asks only while there is text', async () => {
  await show()
  expect(reload()).toBe(false)
  await userEvent.type(screen.getByLabelText('Reason'), 'x')
  await waitFor(() => expect(reload()).toBe(true))
  await userEvent.clear(screen.getByLabelText('Reason'))
  expect(reload()).toBe(false)
})
