import type { Page } from '@playwright/test'
import { checkAxe, checkSchemes, dialog } from '../../stack/page-parts.ts'
import { expect, follow, sandboxAddress, sent, test, toast, withoutLive } from '../../stack/test.ts'
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

const save = async (page: Page) => {
  await button(page, 'Save').click()
  await expect(toast(page, 'Template saved').first()).toBeVisible()
}

test('two staff on one template: the second sees both texts, and no change is overwritten unseen @slow', async ({
  page,
  context,
}) => {
  const name = 'sentinel-edit-template-4'
  await withoutLive(page)
  await openTemplate(page, name)
  const other = await context.newPage()
  await withoutLive(other)
  await openTemplate(other, name)
  await field(other, 'Text body').fill('one\ntheirs\nthree')
  await save(other)

  await field(page, 'Text body').fill('one\nmine\nthree')
  await button(page, 'Save').click()
  await expect(toast(page, 'Error saving template')).toBeVisible()
  await expect(dialog(page)).toHaveAccessibleName('Changed meanwhile')
  await expect(dialog(page).getByText(/Last change: Ada Admin, \d+ seconds? ago\./)).toBeVisible()
  await expect(dialog(page).locator('del')).toHaveText('theirs')
  await expect(dialog(page).locator('ins')).toHaveText('mine')
  await checkAxe(page, 'conflict', ['[role=dialog]'])
  // No choice yet: both texts are still there.
  await dialog(page).getByRole('button', { name: 'Go on writing' }).click()
  await expect(field(page, 'Text body')).toHaveValue('one\nmine\nthree')
  await expect(page.getByText('Changed by a colleague meanwhile.')).toBeVisible()
  const refused = sent(page, `PATCH ${call(name)}`)
  await button(page, 'Save').click()
  await refused
  const request = sent(page, `PATCH ${call(name)}`)
  await dialog(page).getByRole('button', { name: 'Save mine' }).click()
  expect((await request).headers()['if-match']).toBe('"2"')
  await expect(toast(page, 'Template saved')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  // The other editor, now on an older version, takes the saved text.
  await field(other, 'Text body').fill('again')
  await button(other, 'Save').click()
  await dialog(other).getByRole('button', { name: 'Take theirs' }).click()
  await expect(field(other, 'Text body')).toHaveValue('one\nmine\nthree')
  await expect(other.getByText('Not saved yet')).toHaveCount(0)
})

test('a template is worked on: history, variables, a test mail, the preview, and leaving', async ({
  page,
}) => {
  await openTemplate(page, 'welcome')

  await test.step('every save is in the history, is compared with the saved version, and can be restored', () =>
    compareAndRestore(page))
  await test.step('variables are listed with sample values; a misspelt one causes a warning and can be corrected', () =>
    correctVariable(page))
  await test.step('a variable is added, with a sample value for every template', () => addVariable(page))
  await test.step("a test mail goes to the caller's address", () => sendTest(page))
  await test.step('the preview in light, in dark and 320 px wide', () => seePreview(page))
  await test.step('leaving with typed text asks first', () => leave(page))
})

async function compareAndRestore(page: Page) {
  await moveToTemplate(page, 'sentinel-edit-template-5')
  await field(page, 'Text body').fill('second')
  await save(page)
  // Typing after a save: the next save has its version.
  await field(page, 'Text body').fill('third')
  await save(page)
  await button(page, 'History').click()
  const saves = dialog(page).getByRole('list', { name: 'Saves' }).getByRole('button')
  await expect(saves).toHaveText([
    /^Version 3 \(now\)Ada Admin/,
    /^Version 2Ada Admin/,
    /^Version 1Not saved here/,
  ])
  await saves.nth(2).click()
  await expect(dialog(page).locator('del')).toHaveText('Hello {{name}}')
  await expect(dialog(page).locator('ins')).toHaveText('third')
  await expect(dialog(page).getByText('Equal in both: Subject, HTML.')).toBeVisible()
  await checkAxe(page, 'history', ['[role=dialog]'])
  await dialog(page).getByRole('button', { name: 'Restore version 1' }).click()
  await expect(toast(page, 'Template saved').last()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(field(page, 'Text body')).toHaveValue('Hello {{name}}')
  await button(page, 'History').click()
  await expect(saves).toHaveCount(4)
  await page.keyboard.press('Escape')
  await field(page, 'Text body').fill('typed')
  await button(page, 'History').click()
  await saves.nth(1).click()
  await expect(dialog(page).getByRole('button', { name: 'Restore version 3' })).toHaveAccessibleDescription(
    'Save or undo what you have typed first.',
  )
}

async function correctVariable(page: Page) {
  await moveToTemplate(page, 'sentinel-misspelt-template')
  const panel = page.getByRole('region', { name: 'Variables' })
  const warning = panel.getByRole('status')
  await expect(warning).toContainText('{{nmae}} is no known variable. Did you mean {{name}}?')
  await expect(warning).toContainText(
    '{{first name} looks like a variable and is none'.replace('name}', 'name}}'),
  )
  await expect(panel.getByLabel('Sample value of name')).toHaveValue('Ana Yılmaz')
  await expect(panel.getByLabel('Sample value of nmae')).toHaveAccessibleDescription(/No sample value/)
  await expect(button(page, 'Send a test to me')).toHaveAccessibleDescription(
    'Give a sample value for nmae first.',
  )
  await checkAxe(page, 'warning', ['[aria-labelledby=variables]'])
  await panel.getByRole('button', { name: 'Use {{name}}' }).click()
  await expect(field(page, 'Text body')).toHaveValue('Hello {{name}}, {{first name}}')
  await expect(warning).not.toContainText('nmae')
  await field(page, 'Text body').fill('Hello {{name}}')
  await expect(warning).toHaveCount(0)
}

async function addVariable(page: Page) {
  await moveToTemplate(page, 'sentinel-edit-template-6')
  await field(page, 'Text body').fill('{{e2e_variable}}')
  const panel = page.getByRole('region', { name: 'Variables' })
  await expect(panel.getByRole('status')).toContainText('{{e2e_variable}} is no known variable.')
  await panel.getByLabel('Sample value of e2e_variable').fill('first')
  await panel.getByRole('button', { name: 'Make known' }).click()
  await expect(toast(page, 'Variable saved')).toBeVisible()
  await expect(panel.getByRole('status')).toHaveCount(0)
  await panel.getByLabel('Sample value of e2e_variable').fill('second')
  await panel.getByRole('button', { name: 'Keep' }).click()
  await expect(panel.getByRole('button', { name: 'Keep' })).toHaveCount(0)
  await html(page)
  await write(page, '<p>{{e2e_variable}}</p>')
  await expect(frame(page).locator('p')).toHaveText('second')
}

async function sendTest(page: Page) {
  await moveToTemplate(page, 'order-shipped')
  const subject = `Test ${Date.now()} for {{name}}`
  await field(page, 'Subject').fill(subject)
  await button(page, 'Send a test to me').click()
  await expect(toast(page, 'Test sent to admin@portreeve.test')).toBeVisible()
  const mails = (await (
    await page.request.get(`${sandboxAddress}/mail.json?to=admin@portreeve.test`)
  ).json()) as {
    subject: string
    text: string
    html: string
  }[]
  const mail = mails.find((one) => one.subject === subject.replace('{{name}}', 'Ana Yılmaz'))
  expect(mail?.text).toContain('Hello Ana Yılmaz')
  expect(mail?.html).toContain('order <b>P-10023</b>')
}

async function seePreview(page: Page) {
  await html(page)
  const body = frame(page).locator('body')
  await expect(body).toHaveCSS('color', 'rgb(0, 0, 0)')
  await page.getByText('Dark', { exact: true }).last().click()
  // The template's own rule for dark mail programs.
  await expect(body).toHaveCSS('background-color', 'rgb(25, 29, 34)')
  await page.getByRole('switch', { name: '320 px wide' }).click()
  expect((await body.boundingBox())?.width).toBe(320)
  await expect(preview(page)).toHaveAttribute('sandbox', '')
}

async function leave(page: Page) {
  await moveToTemplate(page, 'sentinel-readonly-template')
  await html(page)
  await write(page, '<p>typed</p>')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Leave without saving?')
  await dialog(page).getByRole('button', { name: 'Stay' }).click()
  await expect(editor(page)).toHaveText('<p>typed</p>')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await moveToTemplate(page, 'new')
  await field(page, 'Template Name').fill('x')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Leave without saving?')
}

test.describe('for a role without permission', () => {
  test.use({ role: 'finance' })
  test('finance reads templates and changes none @slow', async ({ page }) => {
    await openTemplate(page, 'welcome')
    for (const [name, what] of [
      ['Save', 'change email templates'],
      ['Delete', 'delete an email template'],
      ['Send a test to me', 'change email templates'],
    ] as const)
      await expect(button(page, name)).toHaveAccessibleDescription(`Your role (finance) may not ${what}.`)
    await html(page)
    await expect(frame(page).locator('h1')).toHaveText('Welcome to the marketplace')
    await moveToTemplate(page, 'new')
    await expect(button(page, 'Create Template')).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('axe finds nothing', () => {
  test('on the list, on a template with text and HTML, on a new one, on a failed one @slow', async ({
    page,
  }) => {
    await page.goto('/dashboard/email-templates')
    await expect(page.getByRole('row').first()).toBeVisible()
    await checkSchemes(page, 'list')
    await moveToTemplate(page, 'order-shipped')
    await checkSchemes(page, 'text')
    await html(page)
    await expect(frame(page).locator('h1')).toBeVisible()
    // axe cannot run in a frame without scripts: it checks the page around it.
    await checkSchemes(page, 'HTML')
    await text(page)
    await moveToTemplate(page, 'new')
    await checkSchemes(page, 'new')
    await follow(page, '/email-templates/no-such-template')
    await expect(button(page, 'Retry')).toBeVisible()
    await checkSchemes(page, 'failed')
  })
})
