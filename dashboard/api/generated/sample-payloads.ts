// Written by `npm run openapi`. Do not edit.

/** Type of a webhook event → a payload of it. */
export const SAMPLE_PAYLOADS = {
  "email.scheduled": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.scheduled",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.sent": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.sent",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.delivered": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.delivered",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.delivery_delayed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.delivery_delayed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delayed@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "temporary_failure",
      "message": "The server temporarily refused the message.",
      "smtp_code": 451,
      "smtp_reply": "451 4.3.0 This is a test",
      "server": "mx.example.com"
    }
  },
  "email.opened": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.opened",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "open": {
        "ipAddress": "192.0.2.1",
        "userAgent": "Test",
        "timestamp": "2026-11-20T12:00:00.000Z",
        "machine": null
      }
    }
  },
  "email.clicked": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.clicked",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "click": {
        "ipAddress": "192.0.2.1",
        "userAgent": "Test",
        "timestamp": "2026-11-20T12:00:00.000Z",
        "machine": null,
        "link": "https://example.com"
      }
    }
  },
  "email.bounced": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.bounced",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "bounced@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "unknown_mailbox",
      "message": "The server does not know this mailbox.",
      "smtp_code": 550,
      "smtp_reply": "550 5.1.1 This is a test",
      "server": "mx.example.com",
      "bounce": {
        "type": "Permanent",
        "subType": "NoEmail",
        "message": "550 5.1.1 This is a test",
        "diagnosticCode": [
          "550 5.1.1 This is a test"
        ]
      }
    }
  },
  "email.complained": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.complained",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "complained@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "complaint": {
        "feedback_type": "abuse"
      }
    }
  },
  "email.suppressed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.suppressed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "suppressed@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "suppressed_address",
      "message": "The address is on the suppression list.",
      "smtp_code": null,
      "smtp_reply": null,
      "server": null,
      "suppressed": {
        "message": "The address is on the suppression list.",
        "type": "OnAccountSuppressionList",
        "reason": "previous_bounce",
        "diagnosticCode": [
          "550 5.1.1 This is a test"
        ]
      }
    }
  },
  "email.failed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.failed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "failed@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": [],
      "reason": "policy_refused",
      "message": "The server refused the message for policy reasons, such as the reputation of the sender.",
      "smtp_code": 554,
      "smtp_reply": "554 5.7.1 This is a test",
      "server": "mx.example.com",
      "failed": {
        "reason": "554 5.7.1 This is a test"
      },
      "bounce": {
        "type": "Transient",
        "subType": "General",
        "message": "554 5.7.1 This is a test",
        "diagnosticCode": [
          "554 5.7.1 This is a test"
        ]
      }
    }
  },
  "email.canceled": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.canceled",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "subject": "This is a test",
      "tags": {},
      "headers": []
    }
  },
  "email.received": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "email.received",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email_id": "0199d3a0-0000-7000-8000-000000000001",
      "message_id": "<0199d3a0-0000-7000-8000-000000000001@simulator.test>",
      "created_at": "2026-11-20T12:00:00.000Z",
      "from": "Test <test@simulator.test>",
      "to": [
        "delivered@simulator.test"
      ],
      "cc": [],
      "bcc": [],
      "subject": "This is a test",
      "received_for": [
        "delivered@simulator.test"
      ],
      "attachments": []
    }
  },
  "contact.created": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.created",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "segment_ids": [],
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z",
      "email": "delivered@simulator.test",
      "first_name": "Test",
      "last_name": null,
      "unsubscribed": false,
      "tracking": "allowed"
    }
  },
  "contact.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "segment_ids": [],
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z",
      "email": "delivered@simulator.test",
      "first_name": "Test",
      "last_name": null,
      "unsubscribed": false,
      "tracking": "allowed"
    }
  },
  "contact.deleted": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.deleted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "segment_ids": [],
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z",
      "email": "delivered@simulator.test",
      "first_name": "Test",
      "last_name": null,
      "unsubscribed": false,
      "tracking": "allowed"
    }
  },
  "contact.topics.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "contact.topics.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "email": "delivered@simulator.test",
      "topics": [
        {
          "id": "0199d3a0-0000-7000-8000-000000000001",
          "subscription": "opt_in"
        }
      ]
    }
  },
  "contact.import.completed": {
    "id": "0199d3a0-0000-7000-8000-000000000003",
    "type": "contact.import.completed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "audience_id": "0199d3a0-0000-7000-8000-000000000002",
      "status": "completed",
      "counts": {
        "total": 10,
        "created": 8,
        "updated": 1,
        "skipped": 0,
        "failed": 1
      },
      "error": null,
      "created_at": "2026-11-20T12:00:00.000Z",
      "completed_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "domain.created": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "domain.created",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "simulator.test",
      "status": "verified",
      "region": "self-hosted",
      "created_at": "2026-11-20T12:00:00.000Z",
      "reputation": "good",
      "records": [
        {
          "record": "SPF",
          "name": "send.simulator.test",
          "host": "send",
          "type": "TXT",
          "ttl": "Auto",
          "status": "verified",
          "value": "v=spf1 a:mail.posthorn.dev ~all",
          "priority": null,
          "required": true,
          "found": [
            "v=spf1 a:mail.posthorn.dev ~all"
          ],
          "detail": null,
          "problem": null,
          "last_seen_at": "2026-11-20T12:00:00.000Z",
          "key": null
        }
      ]
    }
  },
  "domain.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "domain.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "simulator.test",
      "status": "verified",
      "region": "self-hosted",
      "created_at": "2026-11-20T12:00:00.000Z",
      "reputation": "good",
      "records": [
        {
          "record": "SPF",
          "name": "send.simulator.test",
          "host": "send",
          "type": "TXT",
          "ttl": "Auto",
          "status": "verified",
          "value": "v=spf1 a:mail.posthorn.dev ~all",
          "priority": null,
          "required": true,
          "found": [
            "v=spf1 a:mail.posthorn.dev ~all"
          ],
          "detail": null,
          "problem": null,
          "last_seen_at": "2026-11-20T12:00:00.000Z",
          "key": null
        }
      ]
    }
  },
  "domain.deleted": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "domain.deleted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "simulator.test",
      "status": "verified",
      "region": "self-hosted",
      "created_at": "2026-11-20T12:00:00.000Z",
      "reputation": "good",
      "records": [
        {
          "record": "SPF",
          "name": "send.simulator.test",
          "host": "send",
          "type": "TXT",
          "ttl": "Auto",
          "status": "verified",
          "value": "v=spf1 a:mail.posthorn.dev ~all",
          "priority": null,
          "required": true,
          "found": [
            "v=spf1 a:mail.posthorn.dev ~all"
          ],
          "detail": null,
          "problem": null,
          "last_seen_at": "2026-11-20T12:00:00.000Z",
          "key": null
        }
      ]
    }
  },
  "suppression.added": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "suppression.added",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "email": "bounced@simulator.test",
      "origin": "manual",
      "source_id": null,
      "created_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "suppression.removed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "suppression.removed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "email": "bounced@simulator.test",
      "origin": "manual",
      "source_id": null,
      "created_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "topic.created": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "topic.created",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "Test",
      "description": null,
      "default_subscription": "opt_in",
      "deleted": false,
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "topic.updated": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "topic.updated",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "Test",
      "description": null,
      "default_subscription": "opt_in",
      "deleted": false,
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "topic.deleted": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "topic.deleted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "Test",
      "description": null,
      "default_subscription": "opt_in",
      "deleted": true,
      "created_at": "2026-11-20T12:00:00.000Z",
      "updated_at": "2026-11-20T12:00:00.000Z"
    }
  },
  "campaign.sent": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "campaign.sent",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "campaign_id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "News of May",
      "status": "sent",
      "stats": {
        "recipients": 100,
        "left_out": 2,
        "pending": 0,
        "sent": 99,
        "delivered": 98,
        "delivery_delayed": 1,
        "bounced": 1,
        "failed": 1,
        "suppressed": 0,
        "complained": 0,
        "unsubscribed": 1,
        "opened": 60,
        "unique_opened": 49,
        "clicked": 15,
        "unique_clicked": 14,
        "machine_opened": 20,
        "machine_clicked": 3,
        "delivery_rate": 0.98,
        "bounce_rate": 0.01,
        "complaint_rate": 0,
        "open_rate": 0.5,
        "click_rate": 0.143,
        "unsubscribe_rate": 0.01
      }
    }
  },
  "campaign.paused": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "campaign.paused",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "campaign_id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "News of May",
      "status": "paused",
      "paused_reason": "manual",
      "stats": {
        "recipients": 100,
        "left_out": 2,
        "pending": 0,
        "sent": 99,
        "delivered": 98,
        "delivery_delayed": 1,
        "bounced": 1,
        "failed": 1,
        "suppressed": 0,
        "complained": 0,
        "unsubscribed": 1,
        "opened": 60,
        "unique_opened": 49,
        "clicked": 15,
        "unique_clicked": 14,
        "machine_opened": 20,
        "machine_clicked": 3,
        "delivery_rate": 0.98,
        "bounce_rate": 0.01,
        "complaint_rate": 0,
        "open_rate": 0.5,
        "click_rate": 0.143,
        "unsubscribe_rate": 0.01
      }
    }
  },
  "campaign.failed": {
    "id": "0199d3a0-0000-7000-8000-000000000002",
    "type": "campaign.failed",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "campaign_id": "0199d3a0-0000-7000-8000-000000000001",
      "name": "News of May",
      "status": "failed",
      "failed_reason": "The template of the campaign was deleted.",
      "stats": {
        "recipients": 100,
        "left_out": 2,
        "pending": 0,
        "sent": 99,
        "delivered": 98,
        "delivery_delayed": 1,
        "bounced": 1,
        "failed": 1,
        "suppressed": 0,
        "complained": 0,
        "unsubscribed": 1,
        "opened": 60,
        "unique_opened": 49,
        "clicked": 15,
        "unique_clicked": 14,
        "machine_opened": 20,
        "machine_clicked": 3,
        "delivery_rate": 0.98,
        "bounce_rate": 0.01,
        "complaint_rate": 0,
        "open_rate": 0.5,
        "click_rate": 0.143,
        "unsubscribe_rate": 0.01
      }
    }
  },
  "poll.voted": {
    "id": "0199d3a0-0000-7000-8000-000000000007",
    "type": "poll.voted",
    "created_at": "2026-11-20T12:00:00.000Z",
    "data": {
      "poll_id": "0199d3a0-0000-7000-8000-000000000003",
      "question": "Was this helpful?",
      "option_id": "0199d3a0-0000-7000-8000-000000000001",
      "option": "Yes",
      "previous_option_id": null,
      "email": "delivered@simulator.test",
      "contact_id": "0199d3a0-0000-7000-8000-000000000005",
      "email_id": "0199d3a0-0000-7000-8000-000000000004",
      "campaign_id": "0199d3a0-0000-7000-8000-000000000006",
      "created_at": "2026-11-20T12:00:00.000Z"
    }
  }
};
