// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "records.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace BenchRecords {

QByteArray schema()
{
    return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "id": {"type": "string", "pattern": "^ORD-[0-9]{6}$"},
    "created": {"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$"},
    "customer": {"$ref": "#/$defs/person"},
    "contact": {"anyOf": [{"$ref": "#/$defs/person"}, {"type": "null"}]},
    "payment": {"anyOf": [{"$ref": "#/$defs/card"}, {"$ref": "#/$defs/transfer"}, {"$ref": "#/$defs/voucher"}]},
    "position": {
      "type": "array",
      "prefixItems": [
        {"type": "number", "minimum": -90, "maximum": 90},
        {"type": "number", "minimum": -180, "maximum": 180}
      ],
      "items": false,
      "minItems": 2
    },
    "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}, "minItems": 1, "maxItems": 20},
    "tags": {"type": "array", "items": {"enum": ["new", "gift", "rush", "bulk", "fragile"]}, "uniqueItems": true}
  },
  "required": ["id", "created", "customer", "payment", "position", "lines"],
  "additionalProperties": false,
  "$defs": {
    "person": {
      "type": "object",
      "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 80},
        "mail": {"type": "string", "pattern": "^[a-z0-9.]+@[a-z0-9-]+(\\.[a-z0-9-]+)+$"},
        "age": {"type": "integer", "minimum": 0, "maximum": 150}
      },
      "required": ["name", "mail"]
    },
    "card": {
      "type": "object",
      "properties": {
        "kind": {"const": "card"},
        "number": {"type": "string", "pattern": "^[0-9]{4}( [0-9]{4}){3}$"},
        "expires": {"type": "array", "prefixItems": [{"type": "integer", "minimum": 1, "maximum": 12}, {"type": "integer"}]}
      },
      "required": ["kind", "number", "expires"]
    },
    "transfer": {
      "type": "object",
      "properties": {"kind": {"const": "transfer"}, "iban": {"type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"}},
      "required": ["kind", "iban"]
    },
    "voucher": {
      "type": "object",
      "properties": {"kind": {"const": "voucher"}, "code": {"type": "string", "pattern": "^(SPRING|SUMMER|WINTER)-[A-F0-9]{8}$"}},
      "required": ["kind", "code"]
    },
    "line": {
      "type": "object",
      "properties": {
        "sku": {"type": "string", "pattern": "^[A-Z]{3}-\\d+$"},
        "quantity": {"type": "integer", "minimum": 1},
        "price": {"type": "number", "minimum": 0}
      },
      "required": ["sku", "quantity", "price"]
    }
  }
})";
}

namespace {

class Maker {
public:
    std::string record(int number, int fault)
    {
        std::string text = std::string("{\"id\":\"ORD-") + digits(number % 1000000, 6)
            + (fault == 1 ? "x" : "") + "\",\"created\":\"2026-" + digits(1 + below(12), 2) + '-'
            + digits(1 + below(28), 2) + 'T' + digits(below(24), 2) + ':' + digits(below(60), 2)
            + ":00Z\",\"customer\":" + person(fault == 2) + ",\"contact\":"
            + (below(2) == 0 ? "null" : person(false)) + ",\"payment\":" + payment(fault == 3)
            + ",\"position\":[" + std::to_string(below(90)) + '.' + std::to_string(below(10)) + ",-"
            + std::to_string(fault == 4 ? 181 : below(180)) + (fault == 5 ? ",0" : "") + "],\"lines\":[";
        const int lines = 1 + below(5);
        for (int i = 0; i < lines; ++i) {
            text += (i > 0 ? "," : "") + std::string("{\"sku\":\"ABC-") + std::to_string(below(100000))
                + "\",\"quantity\":" + (fault == 6 ? "1.5" : std::to_string(1 + below(9)))
                + ",\"price\":" + std::to_string(below(10000)) + '.' + std::to_string(1 + below(9)) + '}';
        }
        text += "],\"tags\":[";
        constexpr std::array tags{"\"new\"", "\"gift\"", "\"rush\"", "\"bulk\"", "\"fragile\""};
        const int first = below(3);
        text +=
            std::string(tags.at(size_t(first))) + ',' + tags.at(size_t(fault == 7 ? first : first + 1)) + ']';
        return text + (fault == 8 ? ",\"unknown\":1}" : "}");
    }

private:
    int below(int limit)
    {
        return int(m_random() % uint(limit));
    } // the distributions of <random> differ between libraries
    static std::string digits(int number, int count)
    {
        const std::string text = std::to_string(number);
        return std::string(size_t(count) - std::min(size_t(count), text.size()), '0') + text;
    }

    std::string person(bool broken)
    {
        constexpr std::array names{"Ada", "Grace", "Edsger", "Barbara", "Zoë", "Niklaus"};
        const std::string name = names.at(size_t(below(int(names.size()))));
        return std::string("{\"name\":\"") + name + " Example\",\"mail\":\"user" + std::to_string(below(9999))
            + (broken ? "(at)" : "@") + "mail.example.com\",\"age\":" + std::to_string(below(100)) + '}';
    }

    std::string payment(bool broken)
    {
        switch (below(3)) {
        case 0:
            return std::string("{\"kind\":\"card\",\"number\":\"4111 1111 1111 ")
                + digits(below(10000), broken ? 5 : 4) + "\",\"expires\":[" + std::to_string(1 + below(12))
                + ",2031]}";
        case 1:
            return std::string("{\"kind\":\"transfer\",\"iban\":\"") + (broken ? "d" : "D")
                + "E8937040044053201" + digits(below(100000), 5) + "\"}";
        default:
            return std::string("{\"kind\":\"voucher\",\"code\":\"SUMMER-") + (broken ? "G" : "A")
                + digits(below(10000000), 7) + "\"}";
        }
    }

    std::mt19937 m_random{20260101};
};

} // namespace

QByteArray make(int count, int invalidEvery)
{
    Maker maker;
    std::string text = "[";
    for (int i = 0; i < count; ++i) {
        const bool broken = invalidEvery > 0 && i % invalidEvery == invalidEvery - 1;
        text += (i > 0 ? ",\n" : "\n") + maker.record(i, broken ? 1 + (i / invalidEvery) % 8 : 0);
    }
    text += "\n]\n";
    return QByteArray::fromStdString(text);
}

} // namespace BenchRecords
