import type { Page } from '@playwright/test'
import { inbox, pane } from '../conversations/inbox/inbox.ts'
import { row } from '../listings/review/review.ts'
import { begin, giveReason } from '../money/transactions/transactions.ts'
import { startExample } from '../stack/example.ts'
import { checkAxe, dialog, press } from '../stack/page-parts.ts'
import { expect, setLimit, signIn, test } from '../stack/test.ts'

test.use({ role: null })

/** Signs in at the example marketplace. */
async function enter(page: Page, name: string) {
  await page.getByLabel('Person').selectOption(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: `Sign out ${name}` })).toBeVisible()
}

test('the marketplace beside the console: review, refund, messages and a block, in both directions @slow', async ({
  page: console,
  browser,
}) => {
  // Two servers of its own, and a day's work on both sides
  setLimit(300_000)
  const { desk, address, stop } = await startExample()
  const context = await browser.newContext()
  const page = await context.newPage()
  try {
    await console.goto(desk)
    await signIn(console)
    await console.getByRole('link', { name: 'Pending Review' }).click()
    await expect(console.getByRole('heading', { level: 1, name: 'Pending Review' })).toBeVisible()
    await page.goto(address)

    await test.step('a listing that is posted appears in Pending Review, and its seller reads the reason of the denial', async () => {
      await checkAxe(page, 'sign in')
      await enter(page, 'Jonas Weber')
      await page.getByRole('link', { name: 'My listings' }).click()
      await expect(page.getByText('You have posted nothing yet.')).toBeVisible()
      await page.getByLabel('Title').fill('A watch <b>of gold</b>')
      await page.getByLabel('Description').fill('Surely real.')
      await page.getByLabel('Price in dollars').fill('99.50')
      await page.getByRole('button', { name: 'Post' }).click()
      await expect(page.getByRole('article')).toContainText('A watch <b>of gold</b>$99.50Waits for review')
      await checkAxe(page, 'my listings')
      await console.getByRole('button', { name: /new case/ }).click()
      await press(row(console, 'A watch <b>of gold</b>'), 'Deny')
      const reason = dialog(console).getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
      const [words = ''] = (await reason.innerText()).split('\n').slice(-1)
      await reason.getByRole('button').click()
      await expect(page.getByRole('article')).toContainText('Denied: ')
      await expect(page.getByRole('article')).toContainText(words)
    })

    await test.step('everybody sees an approved listing at its public page, of the demo too, and no denied one', async () => {
      const outside = await browser.newPage()
      await outside.goto(`${address}/posts/example-listing-1`)
      await expect(outside.getByRole('heading', { level: 1 })).toHaveText('Desk lamp, brass')
      await outside.goto(`${address}/posts/sentinel-listing-1`)
      await expect(outside.getByRole('heading', { level: 1 })).toHaveText('Sentinel Listing 1')
      await outside.goto(`${address}/posts/never-was`)
      await expect(outside.getByRole('main')).toContainText(
        'There is no such listing, or it is not for sale.',
      )
      await outside.close()
    })

    await test.step('a purchase is paid with a card, and its refund is shown on the order', async () => {
      await page.getByRole('link', { name: 'Listings', exact: true }).click()
      await page.getByRole('link', { name: 'Acoustic guitar' }).click()
      await page.getByLabel('Card').selectOption('4000 0000 0000 0002, is declined')
      await page.getByRole('button', { name: 'Buy for $35.00' }).click()
      await expect(page.getByText('Your card was declined.')).toBeVisible()
      await page.goBack()
      await page.getByLabel('Card').selectOption('4242 4242 4242 4242, pays')
      await page.getByRole('button', { name: 'Buy for $35.00' }).click()
      await expect(page.getByRole('article')).toContainText('On its way')
      await console.getByRole('link', { name: 'Orders' }).click()
      await console.getByPlaceholder(/^Search/).fill('Jonas Weber')
      await console.keyboard.press('Enter')
      // The buttons do nothing until the transaction is loaded.
      await expect(console.getByRole('heading', { level: 1 })).toHaveText('Acoustic guitar')
      await begin(console, 'Partial Refund')
      await dialog(console).getByLabel('Refund amount (USD)').fill('12.50')
      await giveReason(console)
      await press(dialog(console), 'Refund')
      await expect(page.getByRole('article')).toContainText('Refunded $12.50')
    })

    await test.step('a message reaches the other person, a question the team, which answers; a report reaches staff', async () => {
      await page.getByRole('link', { name: 'Listings', exact: true }).click()
      await page.getByRole('link', { name: 'Desk lamp, brass' }).click()
      await page.getByLabel('Message to Amelie Roth').fill('Is it still there?')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByText('You: Is it still there?')).toBeVisible()
      await console.goto(`${desk}/user-detail/example-amelie#messages`)
      await expect(console.getByRole('region', { name: 'Inbox' }).getByRole('listitem')).toContainText(
        'Jonas WeberIs it still there?',
      )
      await page.getByLabel('Ask the team').fill('Who is Amelie?')
      await page.getByRole('button', { name: 'Send', exact: true }).first().click()
      await console.goto(`${desk}/dashboard/messages?view=unassigned`)
      await inbox(console).getByRole('link').filter({ hasText: 'Who is Amelie?' }).click()
      await pane(console).getByPlaceholder('Type a message...').fill('A member since last year.')
      await console.keyboard.press('Enter')
      await expect(page.getByText('The team of this marketplace: A member since last year.')).toBeVisible()
      await page.getByRole('link', { name: 'Listings', exact: true }).click()
      await page.getByRole('link', { name: 'Desk lamp, brass' }).click()
      await page.getByLabel('What is wrong with Amelie Roth?').fill('Asks for money outside')
      await page.getByRole('button', { name: 'Report seller' }).click()
      await console.goto(`${desk}/dashboard/users`)
      await expect(console.getByRole('region', { name: 'User Reports' })).toContainText(
        'Asks for money outside',
      )
    })

    await test.step('the seller reads why the listing was denied and appeals; the appeal is a case of the desk', async () => {
      await page.getByRole('link', { name: 'Decisions' }).click()
      await expect(page.getByRole('article')).toContainText('Your listing was not published')
      await checkAxe(page, 'decisions')
      await page.getByLabel('Why is the decision wrong?').fill('It is gold.')
      await page.getByRole('button', { name: 'Appeal' }).click()
      await expect(page.getByRole('article')).toContainText('You: It is gold.')
      await console.goto(`${desk}/dashboard/desk?kind=appeal`)
      await expect(console.getByRole('table', { name: 'Desk' })).toContainText('Listing denied')
    })

    await test.step('a blocked person is signed out, and reads why at the next sign-in', async () => {
      await console.goto(`${desk}/user-detail/example-jonas`)
      await console.getByRole('button', { name: 'Block account', exact: true }).click()
      await dialog(console).getByLabel('Reason').fill('Sold fakes')
      await dialog(console)
        .getByRole('button', { name: /^Block/ })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
      await page.getByLabel('Person').selectOption('Jonas Weber')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Your account is blocked: Sold fakes')).toBeVisible()
    })
  } finally {
    await context.close()
    await stop()
  }
})
