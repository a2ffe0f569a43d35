import { readSettings } from '../settings/settings.ts'

// A separate process for kept-file.test.ts: on a message it reads the settings and returns the secret.
process.once('message', () => {
  process.send?.(readSettings(process.env).secret)
  process.disconnect()
})
process.send?.('loaded')
