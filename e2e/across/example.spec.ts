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

    await test.step('an action asks the seller for an invoice; the panel of the seller has the sale, and its token works once', async () => {
      for (const sentence of ['The seller is asked for an invoice.', 'The seller was asked before.']) {
        await press(console.locator('main'), 'Ask for an invoice')
        await press(dialog(console), 'Ask for an invoice')
        await expect(dialog(console)).toContainText(sentence)
        await press(dialog(console), 'Done')
      }
      await console.goto(`${desk}/user-detail/example-bruno`)
      const panel = console.getByRole('region', { name: 'Seller statistics' })
      await panel.scrollIntoViewIfNeeded()
      await expect(panel.frameLocator('iframe').getByRole('main')).toContainText('Listings: 1Sales: 1')
      await expect(panel.locator('iframe')).not.toHaveAttribute('data-waiting')
      const again = await fetch((await panel.locator('iframe').getAttribute('src')) ?? '')
      expect(again.status).toBe(422)
      expect(await again.text()).toContain('The token was used before.')
      await expect(console.getByRole('region', { name: 'More fields' })).toContainText('Verified seller')
      const forged = await fetch(`${address}/actions/invoice`, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(422)
      const seller = await (await browser.newContext()).newPage()
      await seller.goto(address)
      await enter(seller, 'Bruno Costa')
      await seller.getByRole('link', { name: 'My listings' }).click()
      await expect(seller.getByRole('article')).toContainText(
        'The team asks you for an invoice of this sale.',
      )
      await seller.context().close()
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

    await test.step('a listing with a photo of another seller is proposed for denial, which a person accepts', async () => {
      await page.getByRole('link', { name: 'My listings' }).click()
      await page.getByLabel('Title').fill('My guitar')
      await page.getByLabel('Description').fill('As new.')
      await page.getByLabel('Price in dollars').fill('20')
      await page.getByLabel('Photo').selectOption('Photo of a guitar')
      await page.getByRole('button', { name: 'Post' }).click()
      await console.goto(`${desk}/dashboard/desk?kind=proposal`)
      const proposed = console.getByRole('row').filter({ hasText: 'Example marketplace proposes: ' })
      await proposed.getByRole('link', { name: 'My guitar' }).click()
      await expect(console.getByRole('region', { name: 'What the program says' })).toContainText(
        'Another seller has posted the same photo before, in the listing example-listing-2.',
      )
      await console.getByRole('button', { name: 'Accept…' }).click()
      await press(dialog(console), 'Accept')
      await expect(page.getByRole('article').filter({ hasText: 'My guitar' })).toContainText(
        'Denied: The photo is that of another seller.',
      )
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
