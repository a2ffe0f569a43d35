import type { Locator, Page } from '@playwright/test'
import {
  may,
  type Permission,
  permissions,
  type Role,
  rightsOf,
  roles,
} from '@portreeve/contract/base/rights'
import { asAdmin } from '../stack/colleague.ts'
import { makeSale } from '../stack/sale.ts'
import { expect, follow, test } from '../stack/test.ts'

/** A forbidden control is shown, disabled and with the reason. */
async function check(role: Role, permission: Permission, control: Locator) {
  await expect(control, `${role} ${permission}`).toBeVisible()
  if (may(rightsOf(role), permission))
    return expect(control, `${role} ${permission}`).not.toHaveAttribute('aria-disabled', 'true')
  const why = `Your role (${role}) may not ${permissions[permission].words}.`
  await expect(control, `${role} ${permission}`).toHaveAttribute('aria-description', why)
  await expect(control, `${role} ${permission}`).toHaveAttribute('aria-disabled', 'true')
}

/** A read-only field shows the reason. */
async function checkField(role: Role, permission: Permission, field: Locator) {
  await expect(field, `${role} ${permission}`).toBeVisible()
  if (may(rightsOf(role), permission)) return expect(field, `${role} ${permission}`).toBeEditable()
  await expect(field, `${role} ${permission}`).not.toBeEditable()
  await expect(field, `${role} ${permission}`).toHaveAccessibleDescription(
    `Your role (${role}) may not ${permissions[permission].words}.`,
  )
}

/** Forbidden content is replaced by the same reason. */
async function checkReading(role: Role, permission: Permission, page: Page, shown: Locator) {
  if (may(rightsOf(role), permission)) return expect(shown, `${role} ${permission}`).toBeVisible()
  await expect(
    page.getByText(`Your role (${role}) may not ${permissions[permission].words}.`).first(),
  ).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Goes to another page inside the running console, and waits until the page before is gone. */
async function go(page: Page, path: string) {
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before', ''))
  await follow(page, path)
  await expect(page.locator('h1[data-before]')).toHaveCount(0)
}

async function onPerson(page: Page, role: Role) {
  await go(page, '/user-detail/sentinel-content')
  await expect(page.getByRole('complementary', { name: 'Person' })).toBeVisible()
  await check(role, 'users.block', button(page, 'Block account'))
  await check(role, 'verification.send', button(page, 'Send verification code'))
  await check(role, 'users.delete', button(page, 'Delete account'))
  const deletions = page.getByRole('button', {
    name: /^Delete .*(posts|listings|conversations|community)/i,
  })
  await expect(deletions).toHaveCount(3)
  for (const one of await deletions.all()) await check(role, 'users.delete_content', one)
  await check(role, 'gift_cards.redeem', button(page, 'Redeem'))
  await checkField(role, 'users.write', textbox(page, 'Phone Number'))
  for (const one of await page.getByRole('switch').all()) await check(role, 'users.write', one)
  await follow(page, '/user-detail/sentinel-content#messages')
  await checkReading(role, 'conversations.read', page, page.getByRole('region', { name: 'Inbox' }))
}

async function onTransaction(page: Page, role: Role) {
  await go(page, '/dashboard/txns/sentinel-labels-txn')
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
  const actions = page.getByRole('group', { name: 'Actions' })
  await expect(actions.getByRole('button', { name: 'Partial Refund' })).toBeVisible()
  for (const [name, permission] of [
    ['Save', 'transactions.write'],
    ['Add Tracking', 'transactions.write'],
    ['Partial Refund', 'money.refund'],
    ['Open Dispute', 'disputes.write'],
    ['Mark as not shipped', 'transactions.write'],
    ['Mark as delivered', 'transactions.write'],
    ['Cancel transaction', 'money.cancel'],
  ] as const) {
    const action = actions.getByRole('button', { name, exact: true })
    // Open Dispute and Mark as delivered are shown only in some states.
    if (await action.isVisible()) await check(role, permission, action)
  }
  const title = textbox(page, 'product_title')
  if (may(rightsOf(role), 'transactions.write')) await expect(title).toBeEditable()
  else await expect(title).not.toBeEditable()
  const state = page.getByRole('combobox', { name: 'payout_status' })
  if (may(rightsOf(role), 'transactions.override')) await expect(state).toBeEnabled()
  else await expect(state).toBeDisabled()
  const asking = button(page, 'Request a refund…')
  // A role that refunds needs no request.
  if (may(rightsOf(role), 'money.refund')) await expect(asking).toHaveCount(0)
  else await check(role, 'money.request', asking)
  await page
    .getByRole('button', { name: /^Actions for label/ })
    .first()
    .click()
  await check(role, 'shipping.cancel', page.getByRole('menuitem', { name: 'Cancel & refund' }))
}

async function atDesk(page: Page, role: Role) {
  const sale = await makeSale(`rights-${role}`)
  const disputes = `/v1/admin/transactions/${sale.id}/disputes`
  const { id } = await asAdmin<{ id: string }>('POST', disputes, {
    dispute_type: 3,
    creator_uid: 'sentinel-buyer',
    purchase_transaction: sale.id,
  })
  await go(page, `/dashboard/txns/${sale.id}`)
  for (const name of [
    'For the seller…',
    'For the buyer…',
    'Change the deadline',
    'Take it',
    'Edit the statement of the buyer',
    'Edit the statement of the seller',
  ])
    await check(role, 'disputes.write', button(page, name))
  await asAdmin('PATCH', `${disputes}/${id}`)
  await go(page, '/dashboard/payouts')
  await check(role, 'money.hold', button(page, `Hold the payout of ${sale.id}`))
  await check(role, 'money.export', button(page, 'Download CSV'))
  await go(page, '/dashboard/refunds')
  await check(role, 'money.export', button(page, 'Download CSV'))
  await go(page, '/dashboard/reconciliation')
  await check(role, 'money.correct', button(page, 'Check now'))
  await check(role, 'lists.export', button(page, 'Download CSV'))
  await go(page, '/dashboard/money-settings')
  await checkField(role, 'money.settings', textbox(page, 'Days to ship'))
}

async function onTexts(page: Page, role: Role) {
  await go(page, '/dashboard/contentkw')
  await checkField(role, 'keywords.write', textbox(page, 'New terms'))
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await check(role, 'keywords.delete', page.getByRole('menuitem', { name: 'Delete', exact: true }))
  await check(role, 'keywords.write', page.getByRole('menuitem', { name: 'Save', exact: true }))

  await go(page, '/dashboard/moderating')
  await check(role, 'moderatingMessages.write', button(page, 'Save'))

  await go(page, '/dashboard/community/sentinel-edit-12-post')
  await check(role, 'questions.write', button(page, 'Save'))
  await check(role, 'questions.delete', button(page, 'Delete'))

  await go(page, '/dashboard/collections/overview')
  await expect(
    page.getByRole('link', { name: '+ Collection' }).or(button(page, '+ Collection')),
  ).toBeVisible()
  if (!may(rightsOf(role), 'collections.write'))
    await check(role, 'collections.write', button(page, '+ Collection'))
  await go(page, '/dashboard/collections/sentinel-many-collection')
  await check(role, 'collections.write', button(page, 'Save'))
  await check(role, 'collections.delete', button(page, 'Delete'))
  await checkField(role, 'collections.write', textbox(page, 'Title'))
  await check(role, 'collections.write', page.getByRole('switch', { name: 'Publicly visible' }))

  await go(page, '/dashboard/email-templates')
  await expect(
    page.getByRole('link', { name: '+ New Template' }).or(button(page, '+ New Template')),
  ).toBeVisible()
  if (!may(rightsOf(role), 'emailTemplates.write'))
    await check(role, 'emailTemplates.write', button(page, '+ New Template'))
  await go(page, '/email-templates/sentinel-readonly-template')
  await check(role, 'emailTemplates.delete', button(page, 'Delete'))
  await checkField(role, 'emailTemplates.write', textbox(page, 'Subject'))
  await checkField(role, 'emailTemplates.write', textbox(page, 'Text body'))
}

async function onTheRest(page: Page, role: Role) {
  await go(page, '/dashboard/users')
  const resolve = page.getByRole('button', { name: 'Resolve All' }).first()
  await check(role, 'reports.handle', resolve)
  await go(page, '/dashboard/pending_review')
  const open = page.getByRole('article', { name: 'Open case' })
  await check(role, 'review.decide', open.getByRole('button', { name: 'Approve' }))
  await check(role, 'review.decide', open.getByRole('button', { name: 'Deny' }))
  await go(page, '/dashboard/messages')
  await checkReading(role, 'conversations.write', page, page.getByRole('region', { name: 'Inbox' }))
  await follow(page, '/dashboard/messages/sentinel-team-7?view=all')
  await checkReading(role, 'inbox.read', page, page.getByRole('region', { name: 'Team inbox' }))
  if (may(rightsOf(role), 'inbox.read')) await check(role, 'inbox.write', button(page, 'Assign…'))
  await go(page, '/dashboard/inbox-settings')
  if (may(rightsOf(role), 'inbox.read'))
    await checkField(role, 'inbox.settings', textbox(page, 'Minutes to the first answer'))
  await go(page, '/dashboard/desk/weights')
  await checkReading(role, 'desk.weights', page, page.getByRole('region', { name: 'Preview' }))
  await go(page, '/dashboard/developers#webhooks')
  await checkReading(role, 'webhooks.manage', page, button(page, 'Add endpoint'))
  await page.getByRole('link', { name: 'Machine keys', exact: true }).click()
  await checkReading(role, 'machineKeys.read', page, button(page, 'Create key'))
  await page.getByRole('link', { name: 'Differences', exact: true }).click()
  await checkReading(role, 'ingest.read', page, page.getByRole('combobox', { name: 'Record' }))
  await go(page, '/dashboard/staff')
  await check(role, 'staff.manage', button(page, 'Invite'))
  await checkReading(role, 'staff.read', page, page.getByRole('table', { name: 'Staff' }))
  await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(
    may(rightsOf(role), 'staff.read') ? 1 : 0,
  )
}

// The server's tests have every role and call; the others of the console are compared with `all`.
for (const role of roles)
  test.describe(role, () => {
    test.use({ role })

    test('what a role may not do is disabled or left out, with the reason @slow', async ({ page }) => {
      await page.goto('/dashboard/orders/overview')
      await expect(page.getByText('Main', { exact: true })).toBeVisible()
      await test.step('on a person’s page', () => onPerson(page, role))
      await test.step('on a transaction', () => onTransaction(page, role))
      await test.step('at the money desk', () => atDesk(page, role))
      await test.step('on texts', () => onTexts(page, role))
      await test.step('on reports, reviews and messages', () => onTheRest(page, role))
    })
  })
