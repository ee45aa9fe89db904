import { STANDARD_ROLE, type World } from './world.ts'

/** Nothing here needs an external host. */
export function environment(world: World): object {
  return {
    object: 'environment',
    id: 'env_fieldbook',
    maintenance_mode: false,
    client_debug_mode: false,
    partitioned_cookies: false,
    auth_config: {
      object: 'auth_config',
      id: 'aconf_fieldbook',
      single_session_mode: true,
      claimed_at: null,
      reverification: false,
    },
    api_keys_settings: {
      object: 'api_keys_settings',
      id: 'aks_fieldbook',
      user_api_keys_enabled: false,
      orgs_api_keys_enabled: false,
    },
    commerce_settings: {
      object: 'commerce_settings',
      id: 'cs_fieldbook',
      billing: {
        stripe_publishable_key: null,
        organization: { enabled: false, has_paid_plans: false },
        user: { enabled: false, has_paid_plans: false },
      },
    },
    protect_config: { object: 'protect_config', id: 'pc_fieldbook', loaders: [] },
    display_config: displayConfig(world.origin()),
    organization_settings: {
      enabled: true,
      max_allowed_memberships: 0,
      force_organization_selection: false,
      actions: { admin_delete: true },
      domains: { enabled: false, enrollment_modes: [], default_role: STANDARD_ROLE },
      slug: { disabled: true },
      organization_creation_defaults: { enabled: false },
    },
    user_settings: userSettings(),
  }
}

function displayConfig(origin: string): object {
  return {
    object: 'display_config',
    id: 'display_config_fieldbook',
    instance_environment_type: 'production',
    application_name: 'Fieldbook',
    branded: false,
    preferred_sign_in_strategy: 'password',
    logo_image_url: '',
    favicon_image_url: '',
    home_url: origin,
    sign_in_url: `${origin}/sign-in`,
    sign_up_url: `${origin}/sign-up`,
    user_profile_url: `${origin}/dashboard/profile`,
    after_sign_in_url: `${origin}/dashboard`,
    after_sign_up_url: `${origin}/dashboard`,
    after_sign_out_one_url: `${origin}/sign-in`,
    after_sign_out_all_url: `${origin}/sign-in`,
    after_switch_session_url: `${origin}/dashboard`,
    organization_profile_url: `${origin}/dashboard/profile`,
    create_organization_url: `${origin}/dashboard/create-company`,
    after_leave_organization_url: `${origin}/dashboard`,
    after_create_organization_url: `${origin}/dashboard`,
    waitlist_url: '',
    after_join_waitlist_url: '',
    support_email: '',
    terms_url: '',
    privacy_policy_url: '',
    captcha_public_key: null,
    captcha_public_key_invisible: null,
    captcha_widget_type: null,
    captcha_provider: null,
    captcha_oauth_bypass: [],
    captcha_heartbeat: false,
    show_devmode_warning: false,
    google_one_tap_client_id: null,
    theme: {},
  }
}

function userSettings(): object {
  return {
    attributes: {
      email_address: attribute({
        enabled: true,
        required: true,
        used_for_first_factor: true,
        first_factors: ['email_code'],
        verifications: ['email_code'],
        verify_at_sign_up: true,
      }),
      // 'Mobile number' on the sign-in form; at sign-up it stays optional, because the email is required.
      phone_number: attribute({
        enabled: true,
        used_for_first_factor: true,
        first_factors: ['phone_code'],
        verifications: ['phone_code'],
      }),
      first_name: attribute({ enabled: true }),
      last_name: attribute({ enabled: true }),
      password: attribute({ enabled: true, required: true }),
      username: attribute({}),
      web3_wallet: attribute({}),
      authenticator_app: attribute({}),
      backup_code: attribute({}),
      passkey: attribute({}),
    },
    actions: { delete_self: true, create_organization: true },
    social: {},
    saml: { enabled: false },
    enterprise_sso: { enabled: false },
    sign_in: { second_factor: { required: false, enabled: false } },
    sign_up: {
      mode: 'public',
      progressive: true,
      captcha_enabled: false,
      allowlist_only: false,
      legal_consent_enabled: false,
      mfa: { required: false },
    },
    password_settings: {
      min_length: 8,
      max_length: 72,
      require_special_char: false,
      require_numbers: false,
      require_uppercase: false,
      require_lowercase: false,
      allowed_special_characters: '',
      show_zxcvbn: false,
      min_zxcvbn_strength: 0,
      disable_hibp: true,
    },
    passkey_settings: { allow_autofill: false, show_sign_in_button: false },
    username_settings: { min_length: 4, max_length: 64 },
  }
}

function attribute(settings: object): object {
  return {
    enabled: false,
    required: false,
    used_for_first_factor: false,
    first_factors: [],
    used_for_second_factor: false,
    second_factors: [],
    verifications: [],
    verify_at_sign_up: false,
    ...settings,
  }
}
