import { readSettings } from '../settings.ts'

// A process of its own for kept-file.test.ts: reads the settings when it is told to and tells the secret.
process.once('message', () => {
  process.send?.(readSettings(process.env).secret)
  process.disconnect()
})
process.send?.('loaded')
