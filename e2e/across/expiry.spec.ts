import type { Page } from '@playwright/test'
import { giveReason } from '../money/transactions/transactions.ts'
import { dialog } from '../stack/page-parts.ts'
import { end, heading } from '../stack/session-end.ts'
import { expect, named, signIn, test } from '../stack/test.ts'

test.use({ role: null })

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

interface Form {
  name: string
  role?: string
  path: string
  /** Types something into every field. */
  type: (page: Page) => Promise<unknown>
  /** Sends it. */
  save: (page: Page) => Promise<unknown>
  /** All typed text is still there. */
  check: (page: Page) => Promise<unknown>
  /** The one change, as 'PATCH /v1/…'. */
  change: RegExp
}

const typed = `Typed ${Date.now().toString(36)} äß <b>`

/** Fills all fields of a name, each with its own text. */
const fill = (names: string[]) => async (page: Page) => {
  for (const name of names) await textbox(page, name).fill(`${typed} ${name}`)
}
const holds = (names: string[]) => async (page: Page) => {
  for (const name of names) await expect(textbox(page, name)).toHaveValue(`${typed} ${name}`)
}
const fields = (...names: string[]) => ({ type: fill(names), check: holds(names) })
const save = (page: Page) => button(page, 'Save').click()

const forms: Form[] = [
  {
    name: 'a field of a person',
    path: '/user-detail/sentinel-edit-14',
    ...fields('Phone Number', 'Email'),
    save: (page) => button(page, 'Save Phone Number').click(),
    change: /^PATCH .*\/users\/sentinel-edit-14$/,
  },
  {
    name: 'the reason of a block',
    path: '/user-detail/sentinel-edit-14',
    type: async (page) => {
      await button(page, 'Block account').click()
      await dialog(page).getByLabel('Reason').fill(typed)
    },
    save: (page) => dialog(page).getByRole('button', { name: 'Block' }).click(),
    check: (page) => expect(dialog(page).getByLabel('Reason')).toHaveValue(typed),
    change: /^PATCH .*\/ban$/,
  },
  {
    name: 'a gift card',
    path: '/user-detail/sentinel-edit-14',
    type: (page) => textbox(page, 'Gift card code').fill('GIFT-1015'),
    save: (page) => button(page, 'Redeem').click(),
    check: (page) => expect(textbox(page, 'Gift card code')).toHaveValue('GIFT-1015'),
    change: /^PATCH .*\/gift_cards$/,
  },
  {
    name: 'a transaction',
    path: '/dashboard/txns/sentinel-edit-txn-20',
    ...fields('product_title', 'tracking_number'),
    save,
    change: /^PATCH .*\/transactions\/sentinel-edit-txn-20$/,
  },
  {
    name: 'a tracking number',
    path: '/dashboard/txns/sentinel-waiting-txn-4',
    type: async (page) => {
      // TXN-09: the buttons do nothing until it is loaded.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sentinel waiting 4')
      await button(page, 'Add Tracking').click()
      await dialog(page).getByLabel('Tracking Number').fill(typed)
      await dialog(page).getByLabel('Carrier').fill('USPS')
    },
    save: (page) => dialog(page).locator('button[type=submit]').click(),
    check: async (page) => {
      await expect(dialog(page).getByLabel('Tracking Number')).toHaveValue(typed)
      await expect(dialog(page).getByLabel('Carrier')).toHaveValue('USPS')
    },
    change: /^POST .*\/tracking$/,
  },
  {
    name: 'a refund',
    path: '/dashboard/txns/sentinel-edit-txn-21',
    type: async (page) => {
      // TXN-09, as above.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sentinel edit 21')
      await page
        .getByRole('group', { name: 'Actions' })
        .getByRole('button', { name: /Refund/ })
        .click()
      await dialog(page).getByLabel('Refund amount (USD)').fill('1.23')
      await giveReason(page)
    },
    save: (page) => dialog(page).getByRole('button', { name: 'Refund', exact: true }).click(),
    check: (page) => expect(dialog(page).getByLabel('Refund amount (USD)')).toHaveValue('1.23'),
    change: /^POST .*\/refunds$/,
  },
  {
    name: 'a new collection',
    path: '/dashboard/collections/new',
    ...fields('ID', 'Title', 'Description'),
    save: (page) => button(page, 'Create new collection').click(),
    change: /^POST .*\/collections$/,
  },
  {
    name: 'a collection',
    path: '/dashboard/collections/sentinel-edit-11-collection',
    ...fields('Title', 'Description'),
    save,
    change: /^PATCH .*\/collections\/sentinel-edit-11-collection$/,
  },
  {
    name: 'a community post',
    path: '/dashboard/community/sentinel-edit-11-post',
    ...fields('title'),
    save,
    change: /^PATCH .*\/questions\/sentinel-edit-11-post$/,
  },
  {
    name: 'a new keyword',
    path: '/dashboard/contentkw',
    ...fields('New terms', 'New preferred name'),
    save: (page) => textbox(page, 'New preferred name').press('Enter'),
    change: /^POST .*\/similar_content_keywords$/,
  },
  {
    name: 'a keyword',
    path: '/dashboard/contentkw',
    ...fields('Terms for sentinel edit-2'),
    save: async (page) => {
      const item = page.getByRole('menuitem', { name: 'Save', exact: true })
      // The menu may still be open from a save that the sign-in cut off.
      if (!(await item.isVisible())) await button(page, 'Actions for sentinel edit-2').click()
      await item.click()
    },
    change: /^PATCH .*\/similar_content_keywords\/sentinel-edit-2-keyword$/,
  },
  {
    name: 'a new standard message',
    path: '/dashboard/moderating',
    type: async (page) => {
      const row = page.getByRole('form', { name: 'Add to admin_messages' })
      await row.getByRole('textbox', { name: 'Key' }).fill(`expiry_${Date.now().toString(36)}`)
      await row.getByRole('textbox', { name: 'Value' }).fill(typed)
    },
    save: (page) =>
      page
        .getByRole('form', { name: 'Add to admin_messages' })
        .getByRole('textbox', { name: 'Value' })
        .press('Enter'),
    check: (page) =>
      expect(
        page.getByRole('form', { name: 'Add to admin_messages' }).getByRole('textbox', { name: 'Value' }),
      ).toHaveValue(typed),
    change: /^PATCH .*\/moderating\/messages$/,
  },
  {
    name: 'an email template',
    path: '/email-templates/sentinel-edit-template-11',
    ...fields('Subject', 'Text body'),
    save,
    change: /^PATCH .*\/email_templates\/sentinel-edit-template-11$/,
  },
  {
    name: 'a new macro',
    role: 'support',
    path: '/dashboard/messages',
    type: async (page) => {
      await button(page, 'Apply macro').click()
      await page.getByRole('button', { name: /^Edit/ }).click()
      await button(page, '+ Add macro').click()
      await textbox(page, 'Title').fill(typed)
      await textbox(page, 'Body').fill(`${typed} body`)
    },
    save: (page) =>
      page
        .getByRole('dialog', { name: 'New Macro' })
        .getByRole('button', { name: /Save|Create/ })
        .click(),
    check: async (page) => {
      await expect(textbox(page, 'Title')).toHaveValue(typed)
      await expect(textbox(page, 'Body')).toHaveValue(`${typed} body`)
    },
    change: /^POST .*\/macros$/,
  },
  {
    name: 'an invitation',
    path: '/dashboard/staff',
    type: async (page) => {
      await button(page, 'Invite').click()
      await dialog(page)
        .getByLabel('Email')
        .fill(`expiry-${Date.now().toString(36)}@portreeve.test`)
      await dialog(page).getByLabel('Name').fill(typed)
    },
    save: (page) => dialog(page).getByRole('button', { name: 'Invite' }).click(),
    check: (page) => expect(dialog(page).getByLabel('Name')).toHaveValue(typed),
    change: /^POST .*\/admin\/staff$/,
  },
]

for (const [at, form] of forms.entries())
  test(`${form.name}: when the session ends, no typed text is lost and nothing is done twice${at % 4 === 0 ? '' : ' @slow'}`, async ({
    page,
  }) => {
    await page.goto(form.path)
    await signIn(page, form.role)
    await expect(heading(page)).toHaveCount(0)
    await form.type(page)
    const done: string[] = []
    page.on('response', (response) => {
      const name = named(response.request())
      if (form.change.test(name) && response.ok()) done.push(name)
    })
    await end(page)
    // The page may receive the event before the save: then the sign-in covers the save, which gives up before the next one.
    page.setDefaultTimeout(3000)
    await form.save(page).catch(() => {})
    page.setDefaultTimeout(0)
    await expect(heading(page)).toBeVisible()
    expect(done).toEqual([])

    await signIn(page, form.role)
    await expect(heading(page)).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(form.path)
    await form.check(page)
    const answer = page.waitForResponse((response) => form.change.test(named(response.request())))
    await form.save(page)
    expect((await answer).ok()).toBe(true)
    await expect.poll(() => done).toHaveLength(1)
  })
