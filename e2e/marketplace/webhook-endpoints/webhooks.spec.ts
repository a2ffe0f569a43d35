import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { asAdmin } from '../../stack/colleague.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'

// The password may be no longer fresh.
test.use({ freshSession: true })

/** The app of the marketplace: what it received, and what it answers. */
const app = { status: 200, received: [] as { headers: Record<string, string>; body: string }[] }
let server: Server
let address = ''
test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    app.received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(app.status).end(app.status === 200 ? 'Thank you' : 'Not now')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const table = (page: Page, name: string) => page.getByRole('table', { name })
const item = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions for this endpoint' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('an endpoint is added, a person is blocked, and the delivery is seen and sent again', async ({
  page,
}) => {
  const uid = `hooked-${Date.now().toString(36)}`
  await importRows('users', [{ uid, displayName: 'Hanna Hooked' }])
  let secret = ''

  await test.step('the page shows that there is none, and every type of event with its example', async () => {
    await page.goto('/dashboard/users')
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Developers' })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers')
    await expect(page.getByText('No endpoint yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByText('user.blocked').click()
    await expect(page.getByRole('region', { name: 'Example of user.blocked' })).toContainText(
      '"isBanned": true',
    )
    await expect(page.getByRole('button', { name: /curl .*\/v1\/events\?after=end/ })).toBeVisible()
    await checkSchemes(page, 'events')
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  })
  await test.step('an endpoint is added for chosen types; its secret is shown once', async () => {
    await press(page.locator('main'), 'Add endpoint')
    await dialog(page).getByLabel('Address').fill(address)
    await dialog(page).getByLabel('Chosen ones').check()
    await dialog(page).getByLabel('user.blocked').check()
    await dialog(page).getByLabel('user.unblocked').check()
    await checkAxe(page, 'add')
    await press(dialog(page), 'Add')
    await expect(dialog(page)).toContainText('whsec_')
    secret = /whsec_\S+/.exec(await dialog(page).innerText())?.[0] ?? ''
    await checkAxe(page, 'secret')
    await press(dialog(page), 'I have stored it')
    await expect(table(page, 'Endpoints')).toContainText('2 types of event')
    await checkSchemes(page, 'endpoints')
  })
  await test.step('a block arrives, signed', async () => {
    await asAdmin('PATCH', `/v1/admin/users/${uid}/ban`, { ban_reason: 'Fakes' })
    await expect.poll(() => app.received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = app.received
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'user.blocked',
      data: { uid, reason: 'Fakes', actor: { uid: 'staff-admin', role: 'admin' } },
    })
  })
  await test.step('the delivery is in the list, with request and response beside it', async () => {
    await table(page, 'Endpoints').getByRole('link').click()
    const row = table(page, 'Deliveries').getByRole('row').filter({ hasText: uid })
    await expect(row).toContainText('delivered')
    await checkSchemes(page, 'endpoint')
    await row.getByRole('link', { name: 'user.blocked' }).click()
    await expect(dialog(page).getByRole('region', { name: 'Request', exact: true })).toContainText(
      `"uid": "${uid}"`,
    )
    await expect(dialog(page).getByRole('region', { name: 'Response', exact: true })).toContainText(
      'Thank you',
    )
    await checkAxe(page, 'delivery')
  })
  await test.step('sent again, it arrives with the same id', async () => {
    await press(dialog(page), 'Send again')
    await expect(toast(page, 'It will be sent again')).toBeVisible()
    await expect.poll(() => app.received.length).toBe(2)
    expect(app.received[1]?.body).toBe(app.received[0]?.body)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })
  await test.step('a failure waits for its next attempt; paused, the endpoint receives nothing', async () => {
    app.status = 500
    await asAdmin('PATCH', `/v1/admin/users/${uid}/unban`)
    await page.getByRole('link', { name: /^Wait/ }).click()
    await expect(table(page, 'Deliveries')).toContainText('500')
    await expect(page).toHaveURL(/state=pending/)
    await press(page.locator('main'), 'Pause')
    await expect(toast(page, 'Paused the endpoint')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a test' })).toHaveAttribute('aria-disabled', 'true')
    const count = app.received.length
    await asAdmin('PATCH', `/v1/admin/users/${uid}/ban`, { ban_reason: 'Again' })
    app.status = 200
    await press(page.locator('main'), 'Resume')
    await expect
      .poll(() => app.received.slice(count).map(({ body }) => JSON.parse(body).type))
      .toEqual(['user.unblocked', 'user.blocked'])
  })
  await test.step('its secret is rotated, and it is removed', async () => {
    await item(page, 'Rotate secret')
    await press(dialog(page), 'Rotate')
    await expect(dialog(page)).toContainText('whsec_')
    await press(dialog(page), 'I have stored it')
    await expect(page.getByText('The old secret signs until')).toBeVisible()
    await item(page, 'Remove')
    await press(dialog(page), 'Remove')
    await expect(page.getByText('No endpoint yet.')).toBeVisible()
  })
})
