import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import {
  answered,
  expect,
  follow,
  productionAddress,
  quiet,
  sent,
  setVendor,
  signIn,
  slowNetwork,
  test,
  toast,
  withoutLive,
} from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import {
  button,
  call,
  editor,
  field,
  frame,
  html,
  moveToTemplate,
  openTemplate,
  preview,
  text,
  write,
} from './email-templates.ts'

const longUtc = /^[A-Z][a-z]+ \d{1,2}, \d{4} - \d{1,2}:\d\d[ap]m UTC$/
const list = '/dashboard/email-templates'

test('the list of templates: loading, rows, and links @slow', async ({ page }) => {
  await page.goto('/dashboard/messages')
  await expect(page.getByText('Ada Admin').first()).toBeVisible()
  const answer = answered(page, `GET ${call()}`)

  await test.step('[EML-10] a spinner while it loads', async () => {
    const fast = await slowNetwork(page, 1500)
    await page.getByRole('link', { name: 'Email Templates' }).click()
    await expect(page.getByRole('heading', { name: 'Email Templates' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(0)
    await fast()
    await expect(page.getByRole('row').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })
  await test.step("[EML-01] [EML-05] [EML-07] [EML-08] [EML-09] [API-83] the server's rows, with dates in UTC or raw", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Templates')
    const { data } = (await (await answer).json()) as {
      data: { TemplatesMetadata: { Name: string; CreatedTimestamp: string }[] }
    }
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Created At'])
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(data.TemplatesMetadata.length + 1)
    for (const [at, { Name }] of data.TemplatesMetadata.entries())
      await expect(rows.nth(at + 1).getByRole('cell')).toHaveText([
        Name,
        Name === 'win back' ? 'before our records begin' : longUtc,
      ])
    await expect(page.getByText(`${data.TemplatesMetadata.length} templates`)).toBeVisible()
  })
  await test.step('[EML-02] [EML-06] [EML-11] the other path, the link to a new template, and rows that link to their templates', async () => {
    await follow(page, '/email-templates/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Templates')
    await expect(page.getByRole('link', { name: 'Email Templates' })).toHaveAttribute('aria-current', 'page')
    // The link fills its row: a click on the date hits it.
    await page
      .getByRole('row')
      .filter({ hasText: 'win back' })
      .getByRole('cell')
      .last()
      .click({ force: true })
    await expect(page).toHaveURL('/email-templates/win%20back')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('win back')
    await page.goBack()
    await page.getByRole('link', { name: '+ New Template' }).click()
    await expect(page).toHaveURL('/email-templates/new')
  })
})

test.describe('in production, at Amazon SES', () => {
  test.use({ role: null, baseURL: productionAddress })

  test('[EML-12] no template, one, and a failed load: an empty list and a line without a toast @slow', async ({
    page,
  }) => {
    // The event of the pending save would load the failed list before Retry does.
    await withoutLive(page)
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('isProdEnv', 'true'))
    await page.reload()
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Email Templates' }).click()
    await expect(page.getByText('No templates yet.')).toBeVisible()
    await page.getByRole('link', { name: '+ New Template' }).click()
    await field(page, 'Template Name').fill('at-ses')
    await field(page, 'Subject').fill('Hello')
    await button(page, 'Create Template').click()
    await expect(toast(page, 'Templated created')).toBeVisible()
    await expect(page.getByText('1 template', { exact: true })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)

    // A template that SES refuses, and a save without its answer.
    await page.getByRole('link', { name: 'at-ses' }).click()
    await field(page, 'Text body').fill('{{#if name}}')
    await button(page, 'Save').click()
    await expect(page.getByRole('alert').filter({ hasText: 'Amazon SES does not take this' })).toBeVisible()
    await setVendor('ses', 'hang', 'at-ses')
    await field(page, 'Text body').fill('Later')
    await button(page, 'Save').click()
    await expect(page.getByText(/^The change is on its way to the mail provider/)).toBeVisible()
    await setVendor('ses', 'ok', '')

    await setVendor('ses', 'fail', 'ListTemplates')
    await page.goto(`${productionAddress}${list}`)
    await expect(page.getByText('The templates could not be loaded.')).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(2)
    await expect(page.getByRole('row')).toHaveCount(1)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await setVendor('ses', 'ok', '')
    await button(page, 'Retry').click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: 'at-ses' }).click()
    // The pending save arrives by itself.
    await expect(async () => {
      await page.reload()
      await expect(field(page, 'Text body')).toHaveValue('Later', { timeout: 5000 })
    }).toPass()
    await button(page, 'Delete').click()
    await expect(toast(page, 'Template deleted')).toBeVisible()
    await expect(page.getByText('No templates yet.')).toBeVisible()
  })
})

test('templates are read, typed into and saved', async ({ page }) => {
  await test.step('[EML-03] [EML-14] [EML-16] [EML-17] [EML-18] [EML-19] [EML-23] [EML-37] [API-84] its texts in their fields', async () => {
    const answer = answered(page, `GET ${call('order-shipped')}`)
    await openTemplate(page, 'order-shipped')
    const { Template } = ((await (await answer).json()) as { data: { Template: Record<string, string> } })
      .data
    await expect(page.getByRole('tab')).toHaveText(['Text', 'HTML'])
    await expect(page.getByRole('tab', { name: 'Text' })).toHaveAttribute('aria-selected', 'true')
    await expect(field(page, 'Subject')).toHaveValue(Template.SubjectPart ?? '')
    await expect(field(page, 'Text body')).toHaveValue(Template.TextPart ?? '')
    await html(page)
    await expect(field(page, 'Text body')).toBeHidden()
    await expect(editor(page)).toHaveText(/Your order is on its way/)
    expect((await editor(page).locator('.cm-line').allTextContents()).join('\n')).toBe(Template.HtmlPart)
    await expect(field(page, 'Template Name')).toHaveCount(0)
    await expect(button(page, 'Delete')).toBeVisible()
    await expect(button(page, 'Create Template')).toHaveCount(0)
  })
  await test.step('[EML-20] [EML-21] [EML-38] the preview follows the typing on the HTML tab only; both texts stay', async () => {
    await moveToTemplate(page, 'sentinel-readonly-template')
    await expect(preview(page)).toHaveCount(0)
    await field(page, 'Text body').fill('typed text')
    await html(page)
    await expect(frame(page).locator('p')).toHaveText('Hello Ana Yılmaz')
    await write(page, '<h2>Dear {{name}}</h2>')
    await expect(frame(page).locator('h2')).toHaveText('Dear Ana Yılmaz')
    await expect(preview(page)).toHaveAttribute('sandbox', '')
    await text(page)
    await expect(preview(page)).toHaveCount(0)
    await expect(field(page, 'Text body')).toHaveValue('typed text')
    await html(page)
    await expect(editor(page)).toHaveText('<h2>Dear {{name}}</h2>')
    await expect(frame(page).locator('h2')).toBeVisible()
  })
  await test.step('fast typing loses no letter on a busy page', async () => {
    await write(page, '')
    const typed = 'letters'.repeat(12)
    // In the page: a key between every two steps of the page's own work.
    await page.evaluate(async (letters) => {
      const step = (at: number) =>
        new Promise<void>((done) => {
          if (at % 3 === 0) return done()
          if (at % 3 === 1) return requestAnimationFrame(() => done())
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done()
          port2.postMessage(null)
        })
      for (const [at, letter] of [...letters].entries()) {
        document.execCommand('insertText', false, letter)
        await step(at)
      }
    }, typed)
    await quiet(page)
    await expect(editor(page)).toHaveText(typed)
    await expect(frame(page).locator('body')).toHaveText(typed)
  })
  await test.step('[EML-31] [EML-33] [EML-39] [API-86] Save sends all fields with the version and stays; an empty subject is saved', () =>
    saveAll(page))
})

async function saveAll(page: Page) {
  const name = 'sentinel-edit-template-1'
  await moveToTemplate(page, name)
  await field(page, 'Subject').fill('')
  await field(page, 'Text body').fill('')
  const request = sent(page, `PATCH ${call(name)}`)
  await button(page, 'Save').click()
  const made = await request
  expect(made.postDataJSON()).toEqual({
    TemplateName: name,
    SubjectPart: '',
    TextPart: null,
    HtmlPart: '<p>Hello <b>{{name}}</b></p>',
  })
  expect(made.headers()['if-match']).toBe('"1"')
  await expect(toast(page, 'Template saved')).toHaveRole('status')
  await expect(page).toHaveURL(`/email-templates/${name}`)
  const kept = await asAdmin<{ Template: Record<string, string | null> }>('GET', call(name))
  expect(kept.Template).toMatchObject({ SubjectPart: '', TextPart: null })
}

test('templates that cannot be loaded, saved or deleted @slow', async ({ page }) => {
  await page.goto(list)
  await expect(page.getByRole('row').first()).toBeVisible()
  await test.step('[EML-24] a failed load, also of an unknown template', async () => {
    for (const name of ['sentinel-load-fails-template', 'no-such-template']) {
      await follow(page, `/email-templates/${name}`)
      await expect(toast(page, 'Error loading template')).toHaveRole('alert')
      await expect(button(page, 'Retry')).toBeVisible()
      await expect(button(page, 'Save')).toHaveCount(0)
      await closeToasts(page)
    }
  })
  await test.step('[EML-32] [EML-35] failures of save and delete are shown; typed text stays', async () => {
    for (const kind of ['fail', '200', 'drop']) {
      const name = `sentinel-changes-${kind}-template`
      await moveToTemplate(page, name)
      await button(page, 'Delete').click()
      await expect(toast(page, 'Error deleting template')).toHaveRole('alert')
      await expect(page).toHaveURL(`/email-templates/${name}`)
      await field(page, 'Subject').fill('Typed')
      await button(page, 'Save').click()
      await expect(toast(page, 'Error saving template')).toHaveRole('alert')
      await expect(field(page, 'Subject')).toHaveValue('Typed')
    }
  })
})
