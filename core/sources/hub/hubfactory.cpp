// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/hub/hubfactory.h"

#include "core/sources/hub/hubadapter.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Stands in for a channel whose settings are wrong, so that create() never gives nothing.
class RefusedChannel : public MessageChannel {
public:
    explicit RefusedChannel(Error error)
        : m_error(std::move(error))
    {
    }
    void open() override
    {
        QMetaObject::invokeMethod(this, [this] { Q_EMIT closed(m_error); }, Qt::QueuedConnection);
    }
    Result<void> send(const QByteArray &) override { return std::unexpected(m_error); }
    void close() override { open(); }
    void closeWith(int, const QString &) override { open(); }
    bool isOpen() const override { return false; }
    void setReading(bool) override { }
    qint64 bytesToWrite() const override { return 0; }

private:
    Error m_error;
};

} // namespace

HubFactory::HubFactory(MessageChannelMaker makeChannel, OperationRegistry *own,
    std::function<bool(const OperationId &id)> mayOffer)
    : m_makeChannel(std::move(makeChannel))
    , m_own(own)
    , m_mayOffer(std::move(mayOffer))
{
}

QString HubFactory::kind() const
{
    return u"hub"_s;
}

QList<SourceKind> HubFactory::sourceKinds() const
{
    return {{u"hub"_s, kind(), u"Hub"_s, u"call protocol over WebSocket"_s, u"hub"_s, hubSettingsSchema()}};
}

Result<void> HubFactory::check(const Source &source) const
{
    return HubSettings::read(source).transform([](const HubSettings &) { });
}

std::optional<TrustFacts> HubFactory::trustFacts(const Source &) const
{
    return {}; // no program is started
}

std::unique_ptr<Adapter> HubFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    const Result<HubSettings> settings = HubSettings::read(source);
    HubLink::Services services{m_makeChannel, m_own, limits, log, m_mayOffer};
    if (!settings) {
        services.makeChannel = [error = settings.error()](const MessageEndpoint &) {
            return std::unique_ptr<MessageChannel>(std::make_unique<RefusedChannel>(error));
        };
    }
    return std::make_unique<HubAdapter>(source.name, settings.value_or(HubSettings()), std::move(services));
}

} // namespace Workbench
