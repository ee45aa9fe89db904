import { createApi, type ApiClient } from '../../../src/lib/api.ts'
import type { Send } from '../../../src/offline/calls.ts'
import { startTestApp, type Someone, type TestApp } from '../app.ts'
import { sendThrough } from './send-through.ts'

export type RealServer = {
  app: TestApp
  sendAs: (someone: Someone) => Send
  close: () => Promise<void>
}

export const startRealServer = async (): Promise<RealServer> => {
  const app = await startTestApp({ companies: 60, people: 120 })
  return {
    app,
    close: () => app.close(),
    sendAs: (someone) => sendThrough(clientOf(app, someone)),
  }
}

export const clientOf = (app: TestApp, someone?: Someone): ApiClient =>
  createApi({
    fetch: app.fetch,
    getToken: () => app.token(someone),
    isSignedIn: () => true,
    deploymentId: 'test',
    baseUrl: 'http://localhost/api',
  })
