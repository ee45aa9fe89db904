// Replaces Stripe.js: card fields of its own, and confirmation at the emulator. No money moves.
;(() => {
  const api = 'EMULATOR_URL'
  const fields = [
    ['number', 'Card number', ''],
    ['expiry', 'Expiry (MM/YY)', '12/34'],
    ['cvc', 'Security code', '123'],
  ]

  const failure = (message) => ({
    error: { type: 'validation_error', code: 'incomplete_number', message },
  })

  const element = (type) => {
    const listeners = {}
    const inputs = {}
    let box = null
    const emit = (name, event) => {
      for (const listener of listeners[name] ?? []) listener(event)
    }
    const value = () =>
      Object.fromEntries(fields.map(([name]) => [name, inputs[name]?.value ?? '']))
    const changed = () => {
      const { number } = value()
      const complete = number.replaceAll(/\D/g, '').length >= 12
      emit('change', {
        elementType: type,
        complete,
        empty: number === '',
        collapsed: false,
        value: { type: 'card' },
      })
    }
    const self = {
      mount(target) {
        const at = typeof target === 'string' ? document.querySelector(target) : target
        if (!at) throw new Error('There is no element to mount to.')
        box = document.createElement('fieldset')
        box.style.cssText = 'border:0;margin:0;padding:0;display:grid;gap:12px;min-width:0'
        const legend = document.createElement('legend')
        legend.textContent = 'Test card: no money moves'
        box.append(legend)
        for (const [name, text, initial] of fields) {
          const label = document.createElement('label')
          label.style.cssText = 'display:grid;gap:4px'
          label.textContent = text
          const input = document.createElement('input')
          input.name = name
          input.value = initial
          input.inputMode = name === 'expiry' ? 'text' : 'numeric'
          input.autocomplete = 'off'
          input.style.cssText =
            'font:inherit;min-height:44px;min-width:0;padding:8px 12px;border:1px solid;border-radius:8px;background:transparent;color:inherit'
          input.addEventListener('input', changed)
          inputs[name] = input
          label.append(input)
          box.append(label)
        }
        at.replaceChildren(box)
        queueMicrotask(() => emit('ready', { elementType: type }))
      },
      unmount() {
        box?.remove()
      },
      destroy() {
        box?.remove()
      },
      on(name, listener) {
        listeners[name] = [...(listeners[name] ?? []), listener]
        return self
      },
      once(name, listener) {
        return self.on(name, listener)
      },
      off(name) {
        delete listeners[name]
        return self
      },
      update() {},
      collapse() {},
      blur() {},
      clear() {},
      focus() {
        inputs.number?.focus()
      },
      value,
    }
    return self
  }

  const elementsOf = (options) => {
    const created = {}
    const group = {
      clientSecret: options?.clientSecret,
      create(type) {
        created[type] = element(type)
        return created[type]
      },
      getElement: (type) => created[type] ?? null,
      update(changes) {
        group.clientSecret = changes?.clientSecret ?? group.clientSecret
      },
      fetchUpdates: async () => ({}),
      on: () => group,
      submit: async () => {
        const number = created.payment?.value().number ?? ''
        return number.replaceAll(/\D/g, '') === ''
          ? failure('Your card number is incomplete.')
          : { selectedPaymentMethod: 'card' }
      },
    }
    return group
  }

  const cardOf = (elements) => {
    const { number, expiry, cvc } = elements.getElement('payment').value()
    const [month = '', year = ''] = expiry.split('/')
    return {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number.replaceAll(/\D/g, ''),
      'payment_method_data[card][exp_month]': String(Number(month)),
      'payment_method_data[card][exp_year]': `20${year.trim()}`,
      'payment_method_data[card][cvc]': cvc,
    }
  }

  globalThis.Stripe = Object.assign(
    (key) => {
      const ask = async (method, path, form) => {
        const query = new URLSearchParams(form)
        const url = method === 'GET' ? `${api}${path}?${query}` : `${api}${path}`
        try {
          const answer = await fetch(url, {
            method,
            headers: { authorization: `Bearer ${key}` },
            ...(method === 'POST' && { body: query }),
          })
          return await answer.json()
        } catch {
          return {
            error: {
              type: 'api_connection_error',
              message: 'The payment service cannot be reached.',
            },
          }
        }
      }
      const intentOf = (secret) => {
        const id = secret.split('_secret_')[0]
        const isSetup = id.startsWith('seti_')
        return {
          path: `/v1/${isSetup ? 'setup_intents' : 'payment_intents'}/${id}`,
          name: isSetup ? 'setupIntent' : 'paymentIntent',
        }
      }
      const answerOf = (secret, intent) => {
        if (intent.error) return { error: intent.error }
        const error = intent.last_payment_error ?? intent.last_setup_error
        return error && intent.status === 'requires_payment_method'
          ? { error }
          : { [intentOf(secret).name]: intent }
      }
      const retrieve = async (secret) => {
        const intent = await ask('GET', intentOf(secret).path, { client_secret: secret })
        return intent.error ? { error: intent.error } : { [intentOf(secret).name]: intent }
      }
      // The bank's question, over the page, until it is answered.
      const handleNextAction = async ({ clientSecret }) => {
        const { path } = intentOf(clientSecret)
        const first = await ask('GET', path, { client_secret: clientSecret })
        if (first.error || first.status !== 'requires_action') return answerOf(clientSecret, first)
        const dialog = document.createElement('dialog')
        dialog.setAttribute('aria-label', 'Authentication')
        const frame = document.createElement('iframe')
        frame.title = 'Test 3-D Secure page'
        frame.src = first.next_action.redirect_to_url.url
        frame.style.cssText = 'width:min(90vw,420px);height:min(80vh,420px);border:0'
        dialog.append(frame)
        document.body.append(dialog)
        dialog.showModal()
        return new Promise((resolve) => {
          const look = async () => {
            const intent = await ask('GET', path, { client_secret: clientSecret })
            if (!intent.error && intent.status === 'requires_action' && dialog.open) return
            clearInterval(timer)
            dialog.remove()
            resolve(answerOf(clientSecret, intent))
          }
          const timer = setInterval(look, 500)
          dialog.addEventListener('close', () => void look())
        })
      }
      const confirmIntent = async ({ elements, clientSecret, confirmParams, redirect }) => {
        const secret = clientSecret ?? elements?.clientSecret
        const returnUrl =
          redirect === 'if_required' ? {} : { return_url: confirmParams?.return_url }
        const method = elements
          ? cardOf(elements)
          : { payment_method: confirmParams?.payment_method }
        const intent = await ask('POST', `${intentOf(secret).path}/confirm`, {
          client_secret: secret,
          ...method,
          ...returnUrl,
        })
        if (intent.error) return { error: intent.error }
        if (intent.status === 'requires_action' && redirect === 'if_required')
          return handleNextAction({ clientSecret: secret })
        if (redirect === 'if_required') return answerOf(secret, intent)
        location.assign(intent.next_action?.redirect_to_url?.url ?? confirmParams.return_url)
        return new Promise(() => {})
      }
      const byCard = (secret, data) =>
        confirmIntent({ clientSecret: secret, confirmParams: data, redirect: 'if_required' })
      return {
        elements: elementsOf,
        confirmPayment: confirmIntent,
        confirmSetup: confirmIntent,
        confirmCardPayment: byCard,
        confirmCardSetup: byCard,
        handleNextAction,
        retrievePaymentIntent: retrieve,
        retrieveSetupIntent: retrieve,
        createPaymentMethod: async ({ elements }) => {
          const card = Object.entries(cardOf(elements)).map(([name, value]) => [
            name.replace(/^payment_method_data\[(\w+)\]/, '$1'),
            value,
          ])
          const method = await ask('POST', '/v1/payment_methods', Object.fromEntries(card))
          return method.error ? { error: method.error } : { paymentMethod: method }
        },
        createToken: async () => failure('The emulator of Stripe makes no tokens.'),
        registerAppInfo() {},
        _registerWrapper() {},
      }
    },
    { version: 'endive' },
  )
})()
